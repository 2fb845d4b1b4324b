import { newInvoiceLine } from '../shapes/invoice-line.ts';
import type { LineItem, SubscriptionItem } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { askedShare, paidShare } from './discounts.ts';
import { formatDate, formatMoney } from './money.ts';

/** A span of time in unix seconds. */
export interface Period {
  start: number;
  end: number;
}

/** What one full period of a subscription item costs, in the smallest unit. */
export function itemAmount(item: SubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
}

/** The name of the product a subscription item sells. */
export function productName(work: Work, item: SubscriptionItem): string {
  return work.store.find('product', item.price.product)?.name ?? item.price.product;
}

/** The line for a whole period. */
export function periodLine(work: Work, item: SubscriptionItem, period: Period): LineItem {
  const { unit_amount, currency, recurring } = item.price;
  const each = `${formatMoney(unit_amount ?? 0, currency)} / ${recurring?.interval ?? 'month'}`;
  return newInvoiceLine({
    item,
    amount: itemAmount(item),
    description: `${item.quantity ?? 1} × ${productName(work, item)} (at ${each})`,
    period,
    proration: false,
  });
}

/** The zero line that stands for a trial. */
export function trialLine(work: Work, item: SubscriptionItem, period: Period): LineItem {
  const description = `Trial period for ${productName(work, item)}`;
  return newInvoiceLine({ item, amount: 0, description, period, proration: false });
}

/** The credit for the rest of a period that was already paid for. */
export function unusedTimeLine(work: Work, item: SubscriptionItem, at: number): LineItem {
  const share = paidShare(work, item);
  return partLine(work, item, { at, sign: -1, label: 'Unused time on', share });
}

/** The charge for the rest of the running period at a new price. */
export function remainingTimeLine(work: Work, item: SubscriptionItem, at: number): LineItem {
  const share = askedShare(work, item, at);
  return partLine(work, item, { at, sign: 1, label: 'Remaining time on', share });
}

function partLine(
  work: Work,
  item: SubscriptionItem,
  { at, sign, label, share }: { at: number; sign: 1 | -1; label: string; share: number },
): LineItem {
  const { current_period_start: start, current_period_end: end } = item;
  const left = Math.min(1, Math.max(0, (end - at) / (end - start)));
  return newInvoiceLine({
    item,
    amount: sign * Math.round(itemAmount(item) * share * left),
    description: `${label} ${productName(work, item)} after ${formatDate(at, 'short')}`,
    period: { start: at, end },
    proration: true,
  });
}
