import Stripe from 'stripe';
import type { InProcessSandbox } from 'stripe-sandbox/in-process';
import type { StripeClock } from '../../features/billing/stripe/clock.ts';
import { isInTransaction, type Mortal } from './mortal.ts';

/**
 * The official SDK on a sandbox in the same process. Each call is two steps of the process that
 * makes it: it may die before Stripe hears of it, and before it hears from Stripe. None may be made
 * inside a transaction, which would hold a connection for as long. There is no
 * timer, which would wake the dead.
 */
export function stripeOver(
  sandbox: InProcessSandbox,
  { step }: Pick<Mortal, 'step'>,
  clock?: StripeClock,
): Stripe {
  return new Stripe('sk_test_model', {
    host: 'localhost',
    port: 80,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: {
      getClientName: () => 'in-process',
      async makeRequest(_host, _port, path, method, headers, body) {
        if (isInTransaction()) throw new Error(`${method} ${path} inside a transaction`);
        await step();
        const answer = await sandbox.fetch(`http://localhost${path}`, {
          method,
          headers: headers as Record<string, string>,
          ...(method === 'POST' && { body }),
        });
        await step();
        clock?.answered(answer.headers.get('date') ?? undefined);
        return {
          getStatusCode: () => answer.status,
          getHeaders: () => Object.fromEntries(answer.headers),
          // As Node's client has it: headers are a plain object there, by which Stripe's time is read.
          getRawResponse: () => ({ headers: Object.fromEntries(answer.headers) }),
          toStream: () => answer.body,
          toJSON: () => answer.json(),
        };
      },
    },
  });
}
