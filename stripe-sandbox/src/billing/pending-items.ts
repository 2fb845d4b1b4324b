import { newInvoiceItem } from '../shapes/invoice-item.ts';
import { newInvoiceLine } from '../shapes/invoice-line.ts';
import type { Doc, LineItem } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

/** Keeps prorations for the subscription's next invoice. */
export function keepForNextInvoice(
  work: Work,
  subscription: Doc<'subscription'>,
  lines: readonly LineItem[],
): void {
  const { customer, id, test_clock } = subscription;
  const owner = {
    customer,
    subscription: id,
    testClock: test_clock,
    created: work.now(customer),
  };
  for (const line of lines) {
    work.add('invoiceitem', newInvoiceItem(line, owner), 'invoiceitem.created');
  }
}

/** The prorations that wait for the subscription's next invoice, with the lines they become. */
export function pendingItems(
  work: Work,
  subscription: Doc<'subscription'>,
): { item: Doc<'invoiceitem'>; line: LineItem }[] {
  const waiting = work.store
    .all('invoiceitem', [{ path: 'customer', op: '=', value: subscription.customer }])
    .filter(
      ({ invoice, parent }) =>
        invoice === null && parent?.subscription_details?.subscription === subscription.id,
    );
  return waiting.reverse().map((item) => ({ item, line: lineOf(item, subscription) }));
}

function lineOf(item: Doc<'invoiceitem'>, subscription: Doc<'subscription'>): LineItem {
  const ours = item.parent?.subscription_details?.subscription_item;
  const sold = subscription.items.data.find(({ id }) => id === ours) ?? subscription.items.data[0];
  if (!sold) throw new Error(`Subscription ${subscription.id} has no item`);
  const line = newInvoiceLine({
    item: sold,
    amount: item.amount,
    description: item.description ?? '',
    period: item.period,
    proration: true,
    invoiceItem: item.id,
  });
  return { ...line, pricing: item.pricing as LineItem['pricing'], quantity: item.quantity };
}
