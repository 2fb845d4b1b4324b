import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../../../../services.ts';
import { explainOutage } from '../client.ts';
import { customerOfEvent } from './event-customer.ts';
import { clockMoved } from './event-types.ts';
import { Refused, readSigned, type SignedEvent } from './signed-event.ts';

/**
 * Stripe's webhook: checks the signature over the raw body, stores the event once with its job,
 * and answers. The work is done later, from what Stripe says then.
 */
export function webhookRoute(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/webhooks/stripe',
      { bodyLimit: 1024 * 1024, schema: { summary: 'Events from Stripe', tags: ['webhooks'] } },
      async (request) => {
        const event = readEvent(services, request);
        const createdAt = new Date(event.created * 1000);
        services.stripeClock.reached(createdAt);
        if (event.type === clockMoved) await services.jobs.enqueue(services.db, 'remind', {});
        // While Stripe is away nothing is stored, and it sends the event again.
        const customerId = await customerOfEvent(services.stripe, event.data, explainOutage);
        await services.intake.take({
          id: event.id,
          type: event.type,
          customerId,
          createdAt,
          processedAt: customerId ? null : new Date(),
        });
        return { received: true };
      },
    );
  });
}

function readEvent({ stripe, env, refusals }: Services, request: FastifyRequest): SignedEvent {
  const { body, headers } = request;
  try {
    return readSigned(stripe, body, headers['stripe-signature'], env.STRIPE_WEBHOOK_SECRET);
  } catch (error) {
    if (error instanceof Refused) refusals.note(error.why);
    throw error;
  }
}
