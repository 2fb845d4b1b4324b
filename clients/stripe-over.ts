import Stripe from 'stripe';
import type { InProcessSandbox } from '../stripe-sandbox/src/in-process.ts';

/** The client that kept programs bring along, on a sandbox in the same process. */
export function stripeOver(sandbox: InProcessSandbox): Stripe {
  return new Stripe('sk_test_clients', {
    host: 'localhost',
    port: 80,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: {
      getClientName: () => 'in-process',
      async makeRequest(_host, _port, path, method, headers, body) {
        const answer = await sandbox.fetch(`http://localhost${path}`, {
          method,
          headers: headers as Record<string, string>,
          ...(method === 'POST' && { body }),
        });
        return {
          getStatusCode: () => answer.status,
          getHeaders: () => Object.fromEntries(answer.headers),
          getRawResponse: () => answer,
          toStream: () => answer.body,
          toJSON: () => answer.json(),
        };
      },
    },
  });
}
