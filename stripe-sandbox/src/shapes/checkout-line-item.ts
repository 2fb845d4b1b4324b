import type Stripe from 'stripe';
import type { Stored } from '../store/stored.ts';
import type { Work } from '../work/work.ts';

/** The line items of a checkout session, amounts in the smallest unit. */
export function lineItemsOf(work: Work, session: string): Stored<Stripe.LineItem>[] {
  const { items } = work.store.secret('checkout.session', session);
  return items.map(({ price: id, quantity }, index) => {
    const price = work.get('price', id);
    const amount = (price.unit_amount ?? 0) * quantity;
    return {
      id: `li_${session.slice('cs_test_'.length, 'cs_test_'.length + 22)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: work.store.find('product', price.product)?.name ?? null,
      metadata: {},
      price,
      quantity,
    };
  });
}
