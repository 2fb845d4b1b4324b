import { cardError } from '../billing/card-error.ts';
import { cardOfToken, refusalToSave } from '../cards/test-cards.ts';
import { invalid } from '../http/errors.ts';
import { newPaymentMethod } from '../shapes/payment-method.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

/**
 * Attaches a payment method to a customer. A `pm_card_...` token becomes a new payment method,
 * as in Stripe's test mode. Throws the card's refusal when it cannot be saved.
 */
export function attach(work: Work, id: string, customer: string): Doc<'payment_method'> {
  work.get('customer', customer, 'customer');
  const method = fromToken(work, id) ?? work.get('payment_method', id);
  if (method.customer && method.customer !== customer) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  const { behaviour } = work.store.secret('payment_method', method.id);
  const refusal = refusalToSave(behaviour as Parameters<typeof refusalToSave>[0]);
  if (refusal) throw cardError(refusal, 'rolled back');
  if (method.customer === customer) return method;
  return work.change('payment_method', method.id, { customer }, 'payment_method.attached');
}

/** Makes a payment method of one of Stripe's ready-made tokens; undefined for any other id. */
export function fromToken(work: Work, token: string): Doc<'payment_method'> | undefined {
  const known = cardOfToken(token);
  if (!known) return undefined;
  const expYear = new Date(work.now() * 1000).getUTCFullYear() + 5;
  const card = { ...known, brand: 'visa', expMonth: 12, expYear, name: null };
  const method = newPaymentMethod(work.now(), card, { customer: null, email: null });
  work.save('payment_method', method, { behaviour: card.behaviour });
  return method;
}
