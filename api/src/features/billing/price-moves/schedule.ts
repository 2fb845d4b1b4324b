import type Stripe from 'stripe';
import type { Services } from '../../../services.ts';
import { findRequestedChanges } from '../stripe/checkout/intents-repository.ts';
import { isOvertaken, unlessDone } from '../stripe/client.ts';
import { idOf } from '../stripe/reference.ts';
import { saleOf } from '../stripe/sync/sale.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';
import { type Pending, pendingMove } from './pending.ts';
import { findMoves } from './repository.ts';

/** Tells our schedules from those that somebody at Stripe has made. */
const mark = { key: 'price-move' };

/** For so long a page for a change may be open, which Stripe confirms only without a schedule. */
const pageOpenMs = 2 * 3_600_000;

type Schedule = Stripe.SubscriptionSchedule;

/** What is to be done for a subscription at Stripe, so that it is charged what its holder was told. */
type Task =
  | { does: 'arrange'; subscription: Stripe.Subscription; schedule: Schedule | null; due: Pending }
  | { does: 'release'; subscription: Stripe.Subscription; schedule: Schedule };

/**
 * Has Stripe charge a new price from the renewal on that its holder was told of, by a schedule of two
 * phases, and takes away a schedule that has nothing left to do. Answers whether anything was done.
 */
export async function schedulePrices(
  services: Services,
  customerId: string,
  snapshot: Snapshot,
): Promise<boolean> {
  const { log, stripe } = services;
  let isChanged = false;
  for (const task of await unscheduled(services, customerId, snapshot)) {
    try {
      if (task.does === 'arrange') await arrange(stripe, task);
      else await stripe.subscriptionSchedules.release(task.schedule.id);
      isChanged = true;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      log.warn({ id: task.subscription.id, error }, 'a new price could not be scheduled just now');
    }
  }
  return isChanged;
}

/** What Stripe does not have as it should be: the schedules that are missing, wrong or left over. */
export async function unscheduled(
  { db, log, prices, stripe }: Services,
  customerId: string,
  { subscriptions }: Snapshot,
): Promise<Task[]> {
  const running = subscriptions.filter(({ ended_at }) => ended_at === null);
  const ids = running.map(({ id }) => id);
  const moves = await findMoves(db, ids);
  const tasks: Task[] = [];
  for (const subscription of running) {
    if (moves.length === 0 && !subscription.schedule) continue;
    const sale = await saleOf(prices, subscription);
    const sold = typeof sale === 'object' && { planId: sale.plan.id, amount: sale.amount };
    const due = sold ? pendingMove(subscription, sold, moves) : null;
    const schedule = await scheduleOf(stripe, subscription);
    // The first charge after a trial is no renewal, and a schedule could end the trial.
    if (!due || subscription.status === 'trialing') {
      const isLeft = schedule?.metadata?.key === mark.key;
      if (isLeft) tasks.push({ does: 'release', subscription, schedule });
    } else if (schedule && !isOurs(schedule)) {
      log.warn({ id: subscription.id }, 'a schedule made at Stripe keeps a new price away');
    } else if (!isArranged(schedule, subscription, due) && !(await isChangeOpen(db, customerId))) {
      tasks.push({ does: 'arrange', subscription, schedule, due });
    }
  }
  return tasks;
}

function isArranged(
  schedule: Schedule | null,
  subscription: Stripe.Subscription,
  { move, from }: Pending,
): boolean {
  const [now, then] = schedule?.phases ?? [];
  return (
    now?.end_date === from.getTime() / 1000 &&
    idOf(then?.items[0]?.price) === move.priceId &&
    schedule?.metadata?.kept === nameOf(keptBy(subscription))
  );
}

/** What each phase has to say besides its price, since a subscription loses what a phase leaves out. */
function keptBy({ automatic_tax, discounts }: Stripe.Subscription) {
  return {
    automatic_tax: { enabled: automatic_tax.enabled },
    discounts: discounts.map((one) => ({ discount: idOf(one) ?? '' })),
  };
}

/** Says of a schedule what it was made to keep, in the words Stripe has for it, at the length it takes. */
const nameOf = ({ automatic_tax, discounts }: ReturnType<typeof keptBy>) =>
  [automatic_tax.enabled, ...discounts.map(({ discount }) => discount)].join(' ').slice(0, 500);

/** Whether a page for another plan was opened that may still be confirmed. */
async function isChangeOpen(db: Services['db'], customerId: string): Promise<boolean> {
  const asked = (await findRequestedChanges(db, customerId)).at(-1);
  return asked !== undefined && Date.now() - asked.createdAt.getTime() < pageOpenMs;
}

async function arrange(
  stripe: Stripe,
  { subscription, schedule, due }: Extract<Task, { does: 'arrange' }>,
): Promise<void> {
  const [item] = subscription.items.data;
  if (!item) return;
  const kept = keptBy(subscription);
  const phase = { ...kept, proration_behavior: 'none' } as const;
  const { id, phases } =
    schedule ?? (await stripe.subscriptionSchedules.create({ from_subscription: subscription.id }));
  await stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    metadata: { ...mark, kept: nameOf(kept) },
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: phases[0]?.start_date ?? item.current_period_start,
        end_date: due.from.getTime() / 1000,
        ...phase,
      },
      { items: [{ price: due.move.priceId, quantity: 1 }], ...phase },
    ],
  });
}

/**
 * Cancels or changes a subscription, which Stripe refuses while that follows a schedule: any is taken
 * away before. The next sync makes ours again where it is still needed; what somebody at Stripe has made
 * gives way to what ends.
 */
export async function withoutSchedule<T>(
  services: Pick<Services, 'log' | 'stripe'>,
  subscription: Stripe.Subscription,
  work: () => Promise<T>,
): Promise<T> {
  await release(services, subscription);
  try {
    return await work();
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    // A sync in between may have made it again.
    const now = await services.stripe.subscriptions.retrieve(subscription.id);
    if (!(await release(services, now))) throw error;
    return work();
  }
}

async function release(
  { log, stripe }: Pick<Services, 'log' | 'stripe'>,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  const schedule = await scheduleOf(stripe, subscription);
  if (!schedule) return false;
  if (!isOurs(schedule)) {
    log.warn({ id: subscription.id, schedule }, 'a schedule made at Stripe was released');
  }
  await unlessDone(stripe.subscriptionSchedules.release(schedule.id));
  return true;
}

/** Whether a subscription follows a schedule that somebody at Stripe has made. */
export async function isScheduledByHand(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  const schedule = await scheduleOf(stripe, subscription);
  return schedule !== null && !isOurs(schedule);
}

async function scheduleOf(
  stripe: Stripe,
  { schedule }: Stripe.Subscription,
): Promise<Schedule | null> {
  const id = idOf(schedule);
  const found = id ? await stripe.subscriptionSchedules.retrieve(id) : null;
  return found?.status === 'active' ? found : null;
}

/** Ours, or one that was only begun when a process ended: it says nothing but what is. */
function isOurs({ metadata, phases }: Schedule): boolean {
  const isBare = phases.length === 1 && Object.keys(metadata ?? {}).length === 0;
  return metadata?.key === mark.key || isBare;
}
