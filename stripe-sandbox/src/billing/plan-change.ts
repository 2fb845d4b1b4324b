import { invalid } from '../http/errors.ts';
import { planOf } from '../shapes/price.ts';
import type { Doc, LineItem, SubscriptionItem } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { cycleEnd } from './cycle.ts';
import { periodLine, remainingTimeLine, unusedTimeLine } from './lines.ts';
import { refuseInactive, sellItem } from './start-subscription.ts';

type Subscription = Doc<'subscription'>;

/** A change to one item, as the API takes it. */
export interface ItemChange {
  id?: string | null | undefined;
  price?: string | null | undefined;
  quantity?: number | null | undefined;
  deleted?: boolean | null | undefined;
}

/** What a change comes to: the new items, the lines for it, and whether they are due at once. */
export interface ChangePlan {
  items: SubscriptionItem[];
  anchor: number;
  lines: LineItem[];
  /** A new interval starts a new cycle today, which Stripe always bills today. */
  newCycle: boolean;
}

/**
 * Works out a change of items without writing anything.
 * During a trial nothing is prorated; with the same interval the rest of the period is
 * exchanged; with another interval a new cycle starts now.
 * @param at unix seconds
 */
export function planChange(
  work: Work,
  subscription: Subscription,
  changes: readonly ItemChange[],
  { prorate, at }: { prorate: boolean; at: number },
): ChangePlan {
  const before = subscription.items.data;
  const items = applyChanges(work, subscription, changes, at);
  const anchor = subscription.billing_cycle_anchor;
  if (subscription.status === 'trialing') return { items, anchor, lines: [], newCycle: false };
  const gone = before.filter((item) => !items.some((other) => same(item, other)));
  const come = items.filter((item) => !before.some((other) => same(item, other)));
  const credits = prorate ? gone.map((item) => unusedTimeLine(work, item, at)) : [];
  if (interval(before) === interval(items)) {
    const charges = prorate ? come.map((item) => remainingTimeLine(work, item, at)) : [];
    return { items, anchor, lines: [...credits, ...charges], newCycle: false };
  }
  const restarted = items.map((item) => restart(item, at));
  const charges = restarted.map((item) =>
    periodLine(work, item, { start: at, end: item.current_period_end }),
  );
  return { items: restarted, anchor: at, lines: [...credits, ...charges], newCycle: true };
}

function applyChanges(
  work: Work,
  subscription: Subscription,
  changes: readonly ItemChange[],
  at: number,
): SubscriptionItem[] {
  let items = [...subscription.items.data];
  for (const [index, change] of changes.entries()) {
    const known = items.find(({ id }) => id === change.id);
    if (change.id && !known) {
      throw invalid(
        `No such subscription item: '${change.id}'`,
        `items[${index}][id]`,
        'resource_missing',
      );
    }
    if (change.deleted) {
      items = items.filter((item) => item !== known);
    } else if (known) {
      const price = change.price
        ? work.get('price', change.price, `items[${index}][price]`)
        : known.price;
      if (price.id !== known.price.id) refuseInactive(price, `items[${index}][price]`);
      const quantity = change.quantity ?? known.quantity ?? 1;
      const changed = { ...known, price, plan: planOf(price), quantity };
      items = items.map((item) => (item === known ? changed : item));
    } else {
      const sale = { price: change.price ?? '', quantity: change.quantity ?? 1 };
      const added = sellItem(work, subscription.id, sale, at, null);
      const end = items[0]?.current_period_end ?? added.current_period_end;
      const start = items[0]?.current_period_start ?? at;
      items.push({ ...added, current_period_start: start, current_period_end: end });
    }
  }
  if (items.length === 0)
    throw invalid('A subscription must have at least one active plan.', 'items');
  return items;
}

function same(one: SubscriptionItem, other: SubscriptionItem): boolean {
  return one.id === other.id && one.price.id === other.price.id && one.quantity === other.quantity;
}

function interval(items: readonly SubscriptionItem[]): string {
  const recurring = items[0]?.price.recurring;
  return `${recurring?.interval_count} ${recurring?.interval}`;
}

function restart(item: SubscriptionItem, at: number): SubscriptionItem {
  const recurring = item.price.recurring ?? { interval: 'month', interval_count: 1 };
  return {
    ...item,
    current_period_start: at,
    current_period_end: cycleEnd(at, recurring, at),
  };
}
