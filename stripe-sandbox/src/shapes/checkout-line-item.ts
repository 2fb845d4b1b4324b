import type Stripe from 'stripe';
import { orderOf } from '../billing/checkout-order.ts';
import type { Stored } from '../store/stored.ts';
import type { Work } from '../work/work.ts';

/** The line items of a checkout session, amounts in the smallest unit. */
export function lineItemsOf(work: Work, id: string): Stored<Stripe.LineItem>[] {
  const session = work.get('checkout.session', id);
  // Until there is an address Stripe answers no tax, though its page shows what it expects.
  const isPlaced = session.automatic_tax.status === 'complete';
  return orderOf(work, session).lines.map((line, index) => ({
    id: `li_${id.slice('cs_test_'.length, 'cs_test_'.length + 22)}${index}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: line.discount,
    amount_subtotal: line.subtotal,
    amount_tax: isPlaced ? line.tax : 0,
    amount_total: isPlaced ? line.total : line.subtotal - line.discount,
    currency: line.price.currency,
    description: work.store.find('product', line.price.product)?.name ?? null,
    metadata: {},
    price: line.price,
    quantity: line.quantity,
  }));
}
