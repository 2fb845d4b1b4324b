import type Stripe from 'stripe';
import { unlessMissing } from '../client.ts';
import { paymentIntents, subscriptionOf } from '../invoice-references.ts';
import { idOf } from '../reference.ts';

/** What the bank asked last, where it refused to pay without its customer. */
const refusals = ['authentication_required', 'payment_intent_authentication_failure'];

/**
 * The open invoices of renewals that wait for their customer to confirm them at the bank, and with
 * which card. Only what is late is looked at, one call for each.
 */
export async function askedByBank(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
  invoices: Stripe.Invoice[],
): Promise<Map<string, string | null>> {
  const late = subscriptions.filter(({ status }) => status === 'past_due').map(({ id }) => id);
  const asked = new Map<string, string | null>();
  for (const invoice of invoices) {
    const isLate = late.includes(subscriptionOf(invoice) ?? '');
    if (invoice.status !== 'open' || invoice.attempt_count === 0 || !isLate) continue;
    for (const id of paymentIntents(invoice)) {
      const intent = await unlessMissing(stripe.paymentIntents.retrieve(id));
      if (intent && isAsked(intent)) asked.set(invoice.id, cardOf(intent));
    }
  }
  return asked;
}

function isAsked({ status, last_payment_error: error }: Stripe.PaymentIntent): boolean {
  if (status === 'requires_action') return true;
  return status === 'requires_payment_method' && refusals.includes(error?.code ?? '');
}

function cardOf({ payment_method, last_payment_error: error }: Stripe.PaymentIntent) {
  return idOf(payment_method) ?? idOf(error?.payment_method);
}
