import type { CardDetails } from '../cards/card-details.ts';
import { newPaymentMethod } from '../shapes/payment-method.ts';
import { newSetupIntent } from '../shapes/setup-intent.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { collectOnRequest, openInvoices } from './collect.ts';

/** Saves a card as a payment method of the customer. */
export function saveCard(work: Work, customer: string, card: CardDetails): Doc<'payment_method'> {
  const { email } = work.get('customer', customer);
  const method = newPaymentMethod(work.now(customer), card, { customer, email });
  const secret = { behaviour: card.behaviour };
  return work.add('payment_method', method, 'payment_method.attached', secret);
}

/**
 * Makes a new card the one everything of the customer is charged to, and pays what is open.
 * Returns the message of a card that was saved and then refused, or null.
 */
export function replaceCard(work: Work, customer: string, card: CardDetails): string | null {
  const method = saveCard(work, customer, card);
  const intent = newSetupIntent(work.now(customer), customer, method.id);
  work.add('setup_intent', intent, 'setup_intent.succeeded');
  const { invoice_settings: settings } = work.get('customer', customer);
  const changes = { invoice_settings: { ...settings, default_payment_method: method.id } };
  work.change('customer', customer, changes, 'customer.updated');
  let message: string | null = null;
  for (const subscription of liveSubscriptions(work, customer)) {
    const update = { default_payment_method: method.id };
    work.change('subscription', subscription.id, update, 'customer.subscription.updated');
    for (const invoice of openInvoices(work, subscription).reverse()) {
      message = collectOnRequest(work, invoice, method.id).refusal?.message ?? message;
    }
  }
  return message;
}

/** A customer's subscriptions that have not ended, newest first. */
export function liveSubscriptions(work: Work, customer: string): Doc<'subscription'>[] {
  const live = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];
  return work.store.all('subscription', [
    { path: 'customer', op: '=', value: customer },
    { path: 'status', op: 'in', value: live },
  ]);
}
