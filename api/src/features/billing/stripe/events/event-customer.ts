import type Stripe from 'stripe';
import { unlessMissing } from '../client.ts';
import { idOf } from '../reference.ts';

type Reference = string | { id: string } | null | undefined;

/** As much of what an event is about as names its customer. */
interface EventObject {
  object?: string | undefined;
  id?: string | null | undefined;
  customer?: Reference;
  charge?: Reference;
  payment_intent?: Reference;
}

/** What an event says of it, now and before. */
export interface EventData {
  object: EventObject;
  previous_attributes?: EventObject | null | undefined;
}

/**
 * The customer that an event is about, whose a card was that is taken away, too; null for one about none,
 * such as a new price. A dispute names the payment alone, and so do a bank's warning of fraud and what a
 * refund may be. They are few, so Stripe is asked whose payment it was. Throws when it cannot be reached.
 * @param ask makes such a call in the manner of who wants to know
 */
export async function customerOfEvent(
  stripe: Stripe,
  { object: about, previous_attributes: before }: EventData,
  ask: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<string | null> {
  const { object, id, customer, charge, payment_intent: intent } = about;
  if (object === 'customer') return id ?? null;
  const named = idOf(customer) ?? idOf(before?.customer);
  // A charge is of the customer whom it names, or of nobody.
  if (named || object === 'charge') return named;
  const [charged, intended] = [idOf(charge), idOf(intent)];
  if (charged) return ask(() => payerOf(stripe.charges.retrieve(charged)));
  return intended ? ask(() => payerOf(stripe.paymentIntents.retrieve(intended))) : null;
}

async function payerOf(
  payment: Promise<Pick<Stripe.Charge | Stripe.PaymentIntent, 'customer'>>,
): Promise<string | null> {
  return idOf((await unlessMissing(payment))?.customer);
}
