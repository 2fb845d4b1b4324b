import { invalid, StripeError } from '../http/errors.ts';
import { newSubscription, newSubscriptionItem } from '../shapes/subscription.ts';
import type { Doc, SubscriptionItem } from '../store/documents.ts';
import { newId } from '../store/ids.ts';
import type { Work } from '../work/work.ts';
import { cardError } from './card-error.ts';
import { collect } from './collect.ts';
import { type Redeemed, redeem } from './coupons.ts';
import { cycleEnd } from './cycle.ts';
import { issueInvoice } from './issue-invoice.ts';
import { periodLine, trialLine } from './lines.ts';
import { refuseOtherCurrency } from './one-currency.ts';

/** A sale: what, how many. */
export interface Sale {
  price: string;
  quantity: number;
}

/** What decides a new subscription; `trialEnd` in unix seconds. */
export interface Start {
  customer: string;
  sales: Sale[];
  trialEnd: number | null;
  behaviour?: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';
  /** The customer is there, and has answered the bank. */
  onSession?: boolean;
  /** Coupons that take something off. */
  redeemed?: readonly Redeemed[];
  given: Partial<Doc<'subscription'>>;
}

/**
 * Starts a subscription: trialing with a zero invoice, or with a first payment that makes it
 * active. A refused first payment leaves it incomplete, or throws where the caller asked for that.
 */
export function startSubscription(work: Work, start: Start): Doc<'subscription'> {
  const customer = work.get('customer', start.customer, 'customer');
  const now = work.now(customer.id);
  const trialing = start.trialEnd !== null && start.trialEnd > now;
  const anchor = trialing && start.trialEnd ? start.trialEnd : now;
  const id = newId('sub');
  const items = start.sales.map((sale) => sellItem(work, id, sale, now, trialing ? anchor : null));
  const currency = commonCurrency(items);
  refuseOtherCurrency(work, customer.id, currency);
  const subscription = newSubscription(
    {
      id,
      customer: customer.id,
      created: now,
      currency,
      status: trialing ? 'trialing' : 'incomplete',
      billing_cycle_anchor: anchor,
      test_clock: customer.test_clock ?? null,
      items,
    },
    {
      ...(trialing && { trial_start: now, trial_end: anchor }),
      ...start.given,
      discounts: (start.redeemed ?? []).map((one) =>
        redeem(work, one, { customer: customer.id, subscription: id }),
      ),
    },
  );
  return begin(work, withPeriodEnd(subscription), start);
}

function begin(
  work: Work,
  subscription: Doc<'subscription'>,
  { behaviour = 'allow_incomplete', onSession = false }: Start,
): Doc<'subscription'> {
  const customer = work.get('customer', subscription.customer);
  const trial = subscription.status === 'trialing';
  const lines = subscription.items.data.map((item) => {
    const period = { start: item.current_period_start, end: item.current_period_end };
    return trial ? trialLine(work, item, period) : periodLine(work, item, period);
  });
  const { currency } = subscription;
  work.change('customer', customer.id, { currency }, 'customer.updated');
  work.save('subscription', subscription, { trialWarned: false });
  const start = subscription.created;
  const basis = { reason: 'subscription_create', lines, period: { start, end: start } } as const;
  // The event's snapshot names the first invoice, so the invoice comes before it.
  const invoice = issueInvoice(work, subscription, basis);
  work.emit('customer.subscription.created', work.get('subscription', subscription.id));
  if (invoice.status === 'open' && behaviour !== 'default_incomplete') {
    const { refusal } = collect(work, invoice, onSession);
    if (refusal && behaviour === 'error_if_incomplete') throw cardError(refusal, 'rolled back');
  }
  if (invoice.status === 'paid' && !trial) {
    const active = { status: 'active' } as const;
    work.change('subscription', subscription.id, active, 'customer.subscription.updated');
  }
  return work.get('subscription', subscription.id);
}

/** A subscription item for a sale, its first period running to the trial's end or a cycle on. */
export function sellItem(
  work: Work,
  subscription: string,
  sale: Sale,
  now: number,
  trialEnd: number | null,
): SubscriptionItem {
  const price = work.get('price', sale.price, 'items[0][price]');
  refuseInactive(price, 'items[0][price]');
  if (!price.recurring) {
    throw new StripeError(400, `The price ${price.id} is not recurring.`, {
      param: 'items[0][price]',
    });
  }
  const end = trialEnd ?? cycleEnd(now, price.recurring, now);
  return newSubscriptionItem(subscription, price, sale.quantity, { start: now, end }, now);
}

/** What is archived goes on where it is sold already, and is sold to nobody else. */
export function refuseInactive({ active }: Doc<'price'>, param: string): void {
  if (active) return;
  throw invalid('The price specified is inactive. This field only accepts active prices.', param);
}

function commonCurrency(items: readonly SubscriptionItem[]): string {
  const [first, ...others] = items.map(({ price }) => price);
  if (!first) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  const alike = others.every(
    (price) =>
      price.currency === first.currency && price.recurring?.interval === first.recurring?.interval,
  );
  if (alike) return first.currency;
  throw invalid('All prices on a subscription must have the same currency and interval.', 'items');
}

/** Fixes the date of 'at the end of the period' for a subscription told so at its start. */
function withPeriodEnd(subscription: Doc<'subscription'>): Doc<'subscription'> {
  if (!subscription.cancel_at_period_end) return subscription;
  const end = subscription.items.data[0]?.current_period_end ?? null;
  return { ...subscription, cancel_at: end, canceled_at: subscription.created };
}
