import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { v7 as uuid } from 'uuid';
import { stripeEvents } from '../db/schema.ts';
import type { TestServer } from './server.ts';

/** Seconds since 1970, as Stripe counts. */
export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The body of an event about nobody, of a new id, but for `parts`. */
export function eventBody(parts: object = {}): string {
  return JSON.stringify({
    id: `evt_${uuid()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: nowSeconds(),
    data: { object: { object: 'subscription', customer: 'cus_nobody' } },
    ...parts,
  });
}

/** Stripe's signature of a body, now and by the server's secret unless told. */
export function signBody(
  { services }: TestServer,
  payload: string,
  { at = nowSeconds(), secret }: { at?: number; secret?: string } = {},
): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    timestamp: at,
    secret: secret ?? services.env.STRIPE_WEBHOOK_SECRET,
  });
}

/** Sends a body to the webhook. */
export const deliverBody = (
  { client }: Pick<TestServer, 'client'>,
  payload: string,
  signature?: string,
) =>
  client.post(
    '/webhooks/stripe',
    payload,
    signature === undefined ? {} : { 'stripe-signature': signature },
  );

/** How often the event of a body is stored. */
export const timesStored = ({ services: { db } }: TestServer, body: string): Promise<number> =>
  db.$count(stripeEvents, eq(stripeEvents.id, JSON.parse(body).id));
