import { messages } from 'contract/messages';
import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { BadRequest } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { explainOutage, unlessMissing } from '../client.ts';
import { idOf } from '../reference.ts';

/** Seconds by which a signature may be old, or ahead. */
const tolerance = 300;

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
        const signature = request.headers['stripe-signature'];
        const event = verify(services, request.body, signature);
        const customerId = await customerOf(services, event);
        await services.intake.take({
          id: event.id,
          type: event.type,
          customerId,
          createdAt: new Date(event.created * 1000),
          processedAt: customerId ? null : new Date(),
        });
        return { received: true };
      },
    );
  });
}

function verify(
  { stripe, env }: Services,
  body: unknown,
  signature: string | string[] | undefined,
): Stripe.Event {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') {
    throw new BadRequest('The webhook has no signature.');
  }
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (signedAt > Date.now() / 1000 + tolerance) {
    throw new BadRequest('The webhook signature lies in the future.');
  }
  try {
    return stripe.webhooks.constructEvent(body, signature, env.STRIPE_WEBHOOK_SECRET, tolerance);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new BadRequest('The webhook signature is not valid or too old.');
    }
    throw new BadRequest(messages.badRequest);
  }
}

/** The customer an event is about; null for one about none, such as a new price. */
async function customerOf({ stripe }: Services, { data }: Stripe.Event): Promise<string | null> {
  const object = data.object as {
    object?: string;
    id?: string;
    customer?: string | { id: string } | null;
  };
  if (object.object === 'customer') return object.id ?? null;
  if (object.object === 'dispute') {
    return explainOutage(() => disputant(stripe, data.object as Stripe.Dispute));
  }
  return idOf(object.customer);
}

/**
 * Whose payment is disputed: a dispute names only the charge. Disputes are few, so Stripe is asked
 * at once; while it is away nothing is stored, and it sends the event again.
 */
async function disputant(stripe: Stripe, { charge }: Stripe.Dispute): Promise<string | null> {
  const found = await unlessMissing(stripe.charges.retrieve(idOf(charge) ?? ''));
  return idOf(found?.customer);
}
