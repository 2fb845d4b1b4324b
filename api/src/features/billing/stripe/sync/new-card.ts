import Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { chargesFor, subscriptionOf } from '../invoice-references.ts';
import { idOf } from '../reference.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Charges what is open to the customer's default card where it was not tried yet: Stripe would wait
 * days for its next try. Each card is tried once for each invoice, which its charges show. Answers
 * whether anything was done.
 */
export async function chargeNewCard(
  services: Services,
  { customer, subscriptions, invoices, charges, asked }: Snapshot,
): Promise<boolean> {
  const card = idOf(customer?.invoice_settings.default_payment_method);
  if (!card) return false;
  const running = subscriptions
    .filter(({ ended_at, status }) => ended_at === null && status !== 'incomplete')
    .map(({ id }) => id);
  const failed = invoices.filter(
    (invoice) =>
      invoice.status === 'open' &&
      invoice.attempt_count > 0 &&
      running.includes(subscriptionOf(invoice) ?? ''),
  );
  let charged = false;
  for (const invoice of failed) {
    // A bank that asks its customer has been asked for the money.
    const isTried =
      asked.get(invoice.id) === card ||
      chargesFor(invoice, charges).some(({ payment_method }) => payment_method === card);
    if (!isTried && (await pay(services, invoice.id, card))) charged = true;
  }
  return charged;
}

/** The card would pay, but its bank wants its customer. */
const asks = ['invoice_payment_intent_requires_action', 'authentication_required'];

/** Answers whether the card was tried, with success or without, or the invoice is as the snapshot has it no more. */
async function pay({ stripe, log }: Services, invoice: string, card: string): Promise<boolean> {
  try {
    const options = { idempotencyKey: `pay-${invoice}-${card}` };
    await stripe.invoices.pay(invoice, { payment_method: card }, options);
    return true;
  } catch (error) {
    const isAnswer =
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!isAnswer) throw error;
    log.info({ invoice, code: error.code }, 'a new card did not pay an open invoice');
    if (error.charge !== undefined || asks.includes(error.code ?? '')) return true;
    // Somebody else may have settled it a moment before.
    return (await stripe.invoices.retrieve(invoice)).status !== 'open';
  }
}
