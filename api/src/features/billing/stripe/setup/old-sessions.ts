import type Stripe from 'stripe';
import { expireSession } from '../checkout/sessions.ts';
import { idOf } from '../reference.ts';
import type { Prices } from './prices.ts';

/**
 * Whether a checkout session, with its line items, still sells what it sells at the price that is
 * shown; true for one that sells nothing of ours.
 */
export async function isAtShownPrice(
  prices: Prices,
  { line_items }: Stripe.Checkout.Session,
): Promise<boolean> {
  for (const { price } of line_items?.data ?? []) {
    const id = idOf(price);
    const plan = id === null ? undefined : await prices.planOf(id);
    if (plan && id !== (await prices.idOf(plan))) return false;
  }
  return true;
}

/** Closes every open checkout that would charge a price that is not shown any more. Answers how many. */
export async function closeOldSessions(stripe: Stripe, prices: Prices): Promise<number> {
  let closed = 0;
  const open = stripe.checkout.sessions.list({
    status: 'open',
    limit: 100,
    expand: ['data.line_items'],
  });
  for await (const session of open) {
    if (await isAtShownPrice(prices, session)) continue;
    await expireSession(stripe, session.id);
    closed += 1;
  }
  return closed;
}
