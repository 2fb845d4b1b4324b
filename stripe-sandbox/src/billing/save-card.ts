import type { CardDetails } from '../cards/card-details.ts';
import { newPaymentMethod } from '../shapes/payment-method.ts';
import { newSetupIntent } from '../shapes/setup-intent.ts';
import type { Address } from '../store/billing-details.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

/** Saves a card as a payment method of the customer. */
export function saveCard(
  work: Work,
  customer: string,
  card: CardDetails,
  address: Address | null = null,
): Doc<'payment_method'> {
  const { email } = work.get('customer', customer);
  const blank = newPaymentMethod(work.now(customer), card, { customer, email });
  const billing_details = { ...blank.billing_details, ...(address && { address }) };
  const method = { ...blank, billing_details };
  const secret = { behaviour: card.behaviour };
  return work.add('payment_method', method, 'payment_method.attached', secret);
}

/**
 * Saves a new card as the customer's default, as Stripe's portal does: a subscription with a card of
 * its own keeps that, and what is open waits for its next try.
 */
export function replaceCard(work: Work, customer: string, card: CardDetails): void {
  const method = saveCard(work, customer, card);
  const intent = newSetupIntent(work.now(customer), customer, method.id);
  work.add('setup_intent', intent, 'setup_intent.succeeded');
  const { invoice_settings: settings } = work.get('customer', customer);
  const changes = { invoice_settings: { ...settings, default_payment_method: method.id } };
  work.change('customer', customer, changes, 'customer.updated');
}

/** A customer's subscriptions that have not ended, newest first. */
export function liveSubscriptions(work: Work, customer: string): Doc<'subscription'>[] {
  const live = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];
  return work.store.all('subscription', [
    { path: 'customer', op: '=', value: customer },
    { path: 'status', op: 'in', value: live },
  ]);
}
