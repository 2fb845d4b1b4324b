import type Stripe from 'stripe';
import { unlessMissing } from '../client.ts';
import type { ChargedCard } from '../customers/customers-repository.ts';

/**
 * The customer's default card, which is the one that renewals are charged to; null where there is none,
 * where it is something else than a card, and where nothing runs that it could be charged for.
 */
export async function chargedCard(
  stripe: Stripe,
  customer: Stripe.Customer | null,
  subscriptions: Stripe.Subscription[],
): Promise<ChargedCard | null> {
  const chosen = customer?.invoice_settings.default_payment_method ?? null;
  if (chosen === null || subscriptions.every(({ ended_at }) => ended_at !== null)) return null;
  const method =
    typeof chosen === 'string'
      ? await unlessMissing(stripe.paymentMethods.retrieve(chosen))
      : chosen;
  if (!method?.card) return null;
  const { id } = method;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { id, brand, last4, expMonth, expYear };
}
