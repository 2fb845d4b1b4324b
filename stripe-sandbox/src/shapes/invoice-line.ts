import type { LineItem, SubscriptionItem } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

/** What one line of an invoice says; amount in the smallest unit, period in unix seconds. */
export interface LineBasis {
  item: SubscriptionItem;
  amount: number;
  description: string;
  period: { start: number; end: number };
  proration: boolean;
  /** The pending invoice item the line comes from, if any. */
  invoiceItem?: string | null;
  metadata?: Record<string, string>;
}

/** An invoice line for a subscription item. */
export function newInvoiceLine(basis: LineBasis): LineItem {
  const { item, amount, proration } = basis;
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description: basis.description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: basis.metadata ?? {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: basis.invoiceItem ?? null,
        proration,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: basis.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  };
}
