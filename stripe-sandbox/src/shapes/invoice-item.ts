import type { Doc, LineItem } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

/** A proration that waits for the subscription's next invoice. */
export function newInvoiceItem(
  line: LineItem,
  owner: { customer: string; subscription: string; testClock: string | null; created: number },
): Doc<'invoiceitem'> {
  return {
    id: newId('ii'),
    object: 'invoiceitem',
    amount: line.amount,
    currency: line.currency,
    customer: owner.customer,
    customer_account: null,
    date: owner.created,
    description: line.description,
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: line.metadata,
    net_amount: line.amount,
    parent: {
      subscription_details: {
        subscription: owner.subscription,
        subscription_item: line.parent?.subscription_item_details?.subscription_item,
      },
      type: 'subscription_details',
    },
    period: line.period,
    pricing: line.pricing as Doc<'invoiceitem'>['pricing'],
    proration: true,
    quantity: line.quantity ?? 1,
    quantity_decimal: line.quantity_decimal ?? '1',
    tax_rates: [],
    test_clock: owner.testClock,
  };
}
