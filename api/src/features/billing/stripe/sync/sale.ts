import { findProduct, type Plan, type Product, products } from 'contract/catalogue';
import type Stripe from 'stripe';
import { idOf } from '../reference.ts';
import type { Prices } from '../setup/prices.ts';

/** What a subscription sells, in our terms. */
export interface Sale {
  /** The plan that gives what is sold; of two single products the combined offer's. */
  plan: Plan;
  /** Pence for each cycle, all its items together. */
  amount: number;
}

/** Tells what is ours and cannot be served, such as a quarterly price, from what is not ours. */
export type Unserved = 'unserved';

/**
 * Reads what a subscription sells, whoever made it: at prices of its own on our products, in any
 * quantity, with several items. Undefined for one that sells nothing of ours.
 */
export async function saleOf(
  prices: Pick<Prices, 'planOf'>,
  { currency, items }: Pick<Stripe.Subscription, 'currency' | 'items'>,
): Promise<Sale | Unserved | undefined> {
  const sold: Plan[] = [];
  let amount = 0;
  for (const { price, quantity } of items.data) {
    const plan = await prices.planOf(price.id);
    if (plan && price.unit_amount !== null) {
      sold.push(plan);
      amount += price.unit_amount * (quantity ?? 1);
    } else if (plan || findProduct(idOf(price.product) ?? '')) return 'unserved';
  }
  const [first] = sold;
  if (!first) return undefined;
  const product = smallestWith(sold);
  const isOneCycle = sold.every(({ cycle }) => cycle === first.cycle);
  if (!product || !isOneCycle || currency !== 'gbp') return 'unserved';
  return { plan: product[first.cycle], amount };
}

/** A sale in words, for an operator: '4800 jpy every 3 months for Portfolio Pathway'. */
export function describeSale({ items, currency, customer }: Stripe.Subscription): string {
  const parts = items.data.map(({ price, quantity }) => {
    const { interval = 'once', interval_count: count = 1 } = price.recurring ?? {};
    const name = findProduct(idOf(price.product) ?? '')?.name ?? idOf(price.product);
    const times = (quantity ?? 1) === 1 ? '' : `${quantity} x `;
    return `${times}${price.unit_amount ?? '?'} ${currency} every ${count} ${interval} for ${name}`;
  });
  return `paid and not served: ${parts.join(', ')} (${idOf(customer)})`;
}

/** The product that covers least of those that include all that was sold. */
function smallestWith(sold: Plan[]): Product | undefined {
  const keys = sold.flatMap(({ productId }) => findProduct(productId)?.includes ?? []);
  return products
    .filter(({ includes }) => keys.every((key) => includes.includes(key)))
    .toSorted((a, b) => a.includes.length - b.includes.length)
    .at(0);
}
