import type Stripe from 'stripe';
import { idOf } from './reference.ts';

/** The Stripe subscription an invoice is for. */
export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/** The payment intents by which an invoice was paid, or is to be. */
export function paymentIntents(invoice: Stripe.Invoice): string[] {
  return (invoice.payments?.data ?? []).flatMap(({ payment }) => {
    const intent = idOf(payment.payment_intent);
    return intent === null ? [] : [intent];
  });
}

/** Those of a customer's charges by which an invoice was paid, or tried to be. */
export function chargesFor(invoice: Stripe.Invoice, charges: Stripe.Charge[]): Stripe.Charge[] {
  const intents = paymentIntents(invoice);
  return charges.filter(({ payment_intent }) => intents.includes(idOf(payment_intent) ?? ''));
}
