import type { Doc, LineItem } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { amountsOff } from './coupons.ts';

type Invoice = Doc<'invoice'>;
type Off = NonNullable<LineItem['discount_amounts']>;

/** The discounts of a subscription that still hold at a moment (unix seconds), with their coupons. */
function inForce(work: Work, { discounts }: Doc<'subscription'>, at: number) {
  return discounts.flatMap((id) => {
    const discount = work.store.find('discount', id);
    const coupon = work.store.find('coupon', discount?.source.coupon ?? '');
    const isOver = !discount || (discount.end !== null && discount.end <= at);
    return isOver || !coupon ? [] : [{ discount, coupon }];
  });
}

/** Takes the discounts of a subscription off a draft: off whole periods, one after the other. */
export function discounted(work: Work, draft: Invoice, subscription: Doc<'subscription'>): Invoice {
  const all = inForce(work, subscription, draft.created);
  if (all.length === 0) return draft;
  const lines: LineItem[] = draft.lines.data.map((line) => ({ ...line, discount_amounts: [] }));
  const totals: Off = [];
  for (const { discount, coupon } of all) {
    const left = lines.map((line) => (line.discountable ? line.amount - offOf(line) : 0));
    const offs = amountsOff(coupon, left);
    lines.forEach((line, index) => {
      const amount = offs[index] ?? 0;
      if (amount > 0) line.discount_amounts?.push({ amount, discount: discount.id });
    });
    const amount = offs.reduce((sum, off) => sum + off, 0);
    if (amount > 0) totals.push({ amount, discount: discount.id });
  }
  const total = draft.subtotal - totals.reduce((sum, { amount }) => sum + amount, 0);
  const due = Math.max(0, total);
  return {
    ...draft,
    ...{ total, total_excluding_tax: total, amount_due: due, amount_remaining: due },
    discounts: totals.map(({ discount }) => discount),
    lines: { ...draft.lines, data: lines },
    total_discount_amounts: totals,
  };
}

/** Ends the discounts of a subscription that this invoice used up, or that are over. */
export function endUsedDiscounts(
  work: Work,
  { id }: Doc<'subscription'>,
  { discounts: used, created }: Invoice,
): void {
  const subscription = work.get('subscription', id);
  if (subscription.discounts.length === 0) return;
  const kept = inForce(work, subscription, created)
    .filter(({ discount, coupon }) => coupon.duration !== 'once' || !used.includes(discount.id))
    .map(({ discount }) => discount.id);
  for (const gone of subscription.discounts.filter((one) => !kept.includes(one))) {
    const discount = work.store.find('discount', gone);
    if (discount) work.emit('customer.discount.deleted', discount);
  }
  work.save('subscription', { ...subscription, discounts: kept });
}

/** What was taken off a line, in the smallest unit. */
function offOf({ discount_amounts: offs }: LineItem): number {
  return (offs ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** What part of its price was paid for the running period of an item: 1 without a discount. */
export function paidShare(work: Work, { id, subscription, current_period_end: end }: Item): number {
  const [paid] = invoicesWithDiscounts(work, subscription).flatMap(({ lines }) =>
    lines.data.filter(
      ({ parent, period, amount }) =>
        parent?.subscription_item_details?.subscription_item === id &&
        period.end === end &&
        amount > 0,
    ),
  );
  return paid ? (paid.amount - offOf(paid)) / paid.amount : 1;
}

type Item = Pick<
  Doc<'subscription'>['items']['data'][number],
  'id' | 'subscription' | 'current_period_end'
>;

function invoicesWithDiscounts(work: Work, subscription: string): Invoice[] {
  const { customer } = work.store.find('subscription', subscription) ?? {};
  const by = [{ path: 'customer', op: '=', value: customer ?? '' }] as const;
  // Most customers have none, and their invoices need not be read.
  if (!customer || work.store.all('discount', by).length === 0) return [];
  return work.store
    .all('invoice', by)
    .filter(({ parent }) => parent?.subscription_details?.subscription === subscription);
}

/** What part of a price is asked for the rest of a period: less what takes a percentage off now. */
export function askedShare(work: Work, { subscription: id }: Item, at: number): number {
  const subscription = work.store.find('subscription', id);
  if (!subscription) return 1;
  return inForce(work, subscription, at).reduce(
    (share, { coupon }) => share * (1 - (coupon.percent_off ?? 0) / 100),
    1,
  );
}
