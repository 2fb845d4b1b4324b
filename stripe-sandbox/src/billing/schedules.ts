import { planOf } from '../shapes/price.ts';
import type { Phase, PhaseDiscount } from '../shapes/subscription-schedule.ts';
import type { Doc, SubscriptionItem } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { endTrialNow } from './change-subscription.ts';
import { discountsFor } from './coupons.ts';

type Schedule = Doc<'subscription_schedule'>;
type Subscription = Doc<'subscription'>;

/**
 * What a subscription sells in the period that begins now by its schedule, if it follows one. With
 * the last phase over it follows it no longer.
 */
export function enterPhase(work: Work, subscription: Subscription): Subscription {
  const schedule = work.store.find('subscription_schedule', subscription.schedule ?? '');
  if (!schedule) return subscription;
  const now = work.now(subscription.customer);
  const phase = schedule.phases.find((one) => one.start_date <= now && now < one.end_date);
  if (!phase) {
    release(work, schedule);
    return work.get('subscription', subscription.id);
  }
  const { start_date, end_date } = phase;
  if (schedule.current_phase?.start_date === start_date) return subscription;
  const event = 'subscription_schedule.updated';
  work.change(
    'subscription_schedule',
    schedule.id,
    { current_phase: { start_date, end_date } },
    event,
  );
  const data = subscription.items.data.map((item, index) => sold(work, item, phase.items[index]));
  const items = { ...subscription.items, data };
  const isSameCycle = cycleOf(data) === cycleOf(subscription.items.data);
  // A phase with another interval begins its cycles anew.
  const billing_cycle_anchor = isSameCycle ? subscription.billing_cycle_anchor : start_date;
  return {
    ...subscription,
    ...settingsOf(work, subscription, schedule, phase),
    items,
    billing_cycle_anchor,
  };
}

/**
 * Has a subscription be at once as the running phase says, once a schedule is changed: a trial that this
 * does not name ends, and so do discounts.
 */
export function followPhase(work: Work, schedule: Schedule): void {
  const subscription = work.store.find('subscription', schedule.subscription ?? '');
  if (!subscription) return;
  const now = work.now(subscription.customer);
  const phase = schedule.phases.find((one) => one.start_date <= now && now < one.end_date);
  if (!phase) return;
  const event = 'customer.subscription.updated';
  const settings = settingsOf(work, subscription, schedule, phase);
  const changed = work.change('subscription', subscription.id, settings, event);
  if (changed.status === 'trialing' && (phase.trial_end ?? 0) <= now) endTrialNow(work, changed);
}

/** What a phase decides beside what it sells. A discount that is used up comes to nobody again. */
function settingsOf(
  work: Work,
  { id, customer, discounts: held }: Subscription,
  { default_settings }: Schedule,
  { automatic_tax, discounts }: Phase,
): Pick<Subscription, 'automatic_tax' | 'discounts'> {
  const named = (discounts as PhaseDiscount[]).filter(
    ({ discount }) => !discount || held.includes(discount),
  );
  return {
    automatic_tax: {
      ...default_settings.automatic_tax,
      ...automatic_tax,
    } as Subscription['automatic_tax'],
    discounts: discountsFor(work, named, { customer, subscription: id }),
  };
}

function cycleOf([item]: readonly SubscriptionItem[]): string {
  const { interval, interval_count } = item?.price.recurring ?? {};
  return `${interval_count} ${interval}`;
}

function sold(
  work: Work,
  item: SubscriptionItem,
  wanted: Phase['items'][number] | undefined,
): SubscriptionItem {
  if (!wanted) return item;
  const price = work.get('price', String(wanted.price));
  return { ...item, price, plan: planOf(price), quantity: wanted.quantity ?? 1 };
}

/** Lets a subscription go on as it is, by no schedule. */
export function release(work: Work, { id, subscription }: Schedule): Schedule {
  const held = work.store.find('subscription', subscription ?? '');
  const now = work.now(held?.customer);
  if (held) {
    const event = 'customer.subscription.updated';
    work.change('subscription', held.id, { schedule: null }, event);
  }
  const changes = {
    status: 'released',
    released_at: now,
    released_subscription: subscription,
    subscription: null,
    current_phase: null,
  } as const;
  return work.change('subscription_schedule', id, changes, 'subscription_schedule.released');
}
