import Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { subscriptionOf } from '../../payments/from-stripe.ts';
import { unlessMissing } from '../client.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Charges what is open to a card that the customer has saved since. The portal makes a new card the
 * customer's default, but a subscription goes on with the card it was bought with, and Stripe would
 * wait days for its next try. Each card is tried once: from then on it is the subscription's own.
 * Answers whether anything was done.
 */
export async function chargeNewCard(
  services: Services,
  customerId: string,
  { subscriptions, invoices }: Snapshot,
): Promise<boolean> {
  const late = subscriptions.filter(({ status }) => status === 'past_due' || status === 'unpaid');
  if (late.length === 0) return false;
  const card = await defaultCard(services.stripe, customerId);
  if (!card) return false;
  let charged = false;
  for (const { id, default_payment_method } of late) {
    const open = invoices.filter(
      (invoice) => invoice.status === 'open' && subscriptionOf(invoice) === id,
    );
    const isNewer = open.some((invoice) => card.created >= invoice.created);
    if (!isNewer || default_payment_method === null || default_payment_method === card.id) continue;
    await services.stripe.subscriptions.update(id, { default_payment_method: card.id });
    for (const invoice of open) await pay(services, invoice.id, card.id);
    charged = true;
  }
  return charged;
}

async function defaultCard(
  stripe: Stripe,
  customerId: string,
): Promise<Stripe.PaymentMethod | null> {
  const expand = ['invoice_settings.default_payment_method'];
  const customer = await unlessMissing(stripe.customers.retrieve(customerId, { expand }));
  if (!customer || customer.deleted) return null;
  const card = customer.invoice_settings.default_payment_method;
  return typeof card === 'string' ? null : card;
}

async function pay({ stripe, log }: Services, invoice: string, card: string): Promise<void> {
  try {
    await stripe.invoices.pay(invoice, {}, { idempotencyKey: `pay-${invoice}-${card}` });
  } catch (error) {
    // The card is refused, or the invoice was settled a moment before: the next sync tells.
    const isAnswer =
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!isAnswer) throw error;
    log.info({ invoice, code: error.code }, 'a new card did not pay an open invoice');
  }
}
