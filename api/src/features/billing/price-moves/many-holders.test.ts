import { findPlan, type Plan } from 'contract/catalogue';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payments, stripeCustomers, subscriptions, users } from '../../../db/schema.ts';
import { choice } from '../../../testing/choice.ts';
import {
  closeWorld,
  openWorld,
  restart,
  syncStripe,
  type World,
} from '../../../testing/model/world.ts';
import { createPace } from '../reconciliation/pace.ts';
import { remind } from '../reminders/service.ts';
import { findSubscriptionsOfUser } from '../subscriptions/repository.ts';
import { setCancellation } from '../subscriptions/service.ts';
import { movePrices } from './service.ts';

const count = 50;
const plan = findPlan(choice('cataract', 'yearly').pricing_plan_id) as Plan;
const was = plan.amount;
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  plan.amount = was;
  await closeWorld(world);
});

interface Holder {
  userId: string;
  customerId: string;
  stripeId: string;
}

/**
 * People who pay for a year since today: made at Stripe and as rows, not through pages, and as the first
 * one's sync has them.
 */
async function makeHolders(): Promise<Holder[]> {
  const { stripe, database, now } = world;
  const price = await world.now.services.prices.idOf(plan);
  const holders: Holder[] = [];
  for (let n = 0; n < count; n += 1) {
    const [userId, email] = [crypto.randomUUID(), `holder-${n}@example.test`];
    const { id: customer } = await stripe.customers.create({
      ...{ email, name: 'Ada Lovelace', metadata: { user_id: userId } },
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const metadata = { user_id: userId, plan_id: plan.id };
    const items = [{ price }];
    const { id: stripeId } = await stripe.subscriptions.create({ customer, items, metadata });
    holders.push({ userId, customerId: customer, stripeId });
  }
  await database.db.insert(users).values(
    holders.map(({ userId }, n) => ({
      ...{ id: userId, email: `holder-${n}@example.test`, emailKey: `holder-${n}@example.test` },
      ...{ firstName: 'Ada', lastName: 'Lovelace', passwordHash: 'none', role: 'user' as const },
    })),
  );
  await database.db
    .insert(stripeCustomers)
    .values(holders.map(({ userId, customerId }) => ({ id: customerId, userId })));
  const [first, ...others] = holders as [Holder, ...Holder[]];
  await now.handlers['sync-customer']({ customerId: first.customerId });
  const [row] = await findSubscriptionsOfUser(database.db, first.userId);
  if (!row) throw new Error('The first holder has nothing.');
  await database.db
    .insert(subscriptions)
    .values(
      others.map(({ userId, stripeId }) => ({ ...row, id: crypto.randomUUID(), userId, stripeId })),
    );
  return holders;
}

/** Waits for nothing: Stripe's limit is not what is tried here. */
function noPace() {
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
  };
  return createPace({ now: () => now, sleep });
}

let [drawn, kills] = [seed, 0];

/** Steps until the next death, drawn by the seed. */
function nextDeath(least: number, most: number): number {
  drawn = (drawn * 48_271 + 11) % 2_147_483_647;
  return least + (drawn % (most - least));
}

/** Does something again and again, on a server that is killed at any of its steps, until it is done. */
async function underKills(work: () => Promise<void>, [least, most]: [number, number]) {
  for (;;) {
    const { mortal } = world.now;
    mortal.live(nextDeath(least, most));
    const isDone = await Promise.race([work().then(() => true), mortal.death.then(() => false)]);
    mortal.live();
    if (isDone) return;
    kills += 1;
    await restart(world);
  }
}

const workOff = () => underKills(() => world.queue.workOff(world.now.handlers), [100, 600]);

/** As after the events of each, which come in any number. */
async function sync(holders: Holder[]): Promise<void> {
  const { queue, database } = world;
  const work = holders.map(({ customerId }) => ({ customerId }));
  await queue.jobs.enqueueAll(database.db, 'sync-customer', work);
  await workOff();
}

async function passDays(days: number): Promise<void> {
  await world.sandbox.fetch('http://localhost/sandbox/clock', {
    method: 'POST',
    body: JSON.stringify({ advance_days: days }),
    headers: { 'content-type': 'application/json' },
  });
}

/** Each was written once; and went out, twice at most where a process died on the way. */
function expectTold(kind: string, times: number): void {
  const told = [...world.mails].filter(([cause]) => cause.startsWith(`${kind}:`));
  expect([kind, new Set(told.map(([cause]) => cause.split(':')[1])).size]).toEqual([kind, times]);
  expect([kind, told.length]).toEqual([kind, times]);
  const again = told.reduce((sum, [, sent]) => sum + sent - 1, 0);
  expect(again).toBeLessThanOrEqual(kills);
}

it(`${count} holders are told of a new price and of their renewal once each and pay it from there on, but for one who leaves, through any kills (seed ${seed})`, {
  timeout: 180_000,
}, async () => {
  const { sandbox, database } = world;
  const { db } = database;
  const holders = await makeHolders();
  plan.amount = was + 3_000;
  await syncStripe(world);
  const from = new Date(sandbox.now() * 1000).toISOString().slice(0, 10);
  await underKills(async () => {
    const move = { plan, from, isDryRun: false };
    await Array.fromAsync(movePrices(world.now.services, move, noPace()));
  }, [75, 225]);
  await workOff();
  expectTold('price-changing', count);

  const leaver = holders[nextDeath(0, count)] as Holder;
  const [held] = await findSubscriptionsOfUser(db, leaver.userId);
  await setCancellation(world.now.services, {
    ...{ userId: leaver.userId, subscriptionId: held?.id ?? '', cancel: true },
    why: { reason: 'too_expensive', comment: null },
  });
  await passDays(352);
  await underKills(() => remind(world.now.services, new Date(sandbox.now() * 1000)), [2, 9]);
  await workOff();
  expectTold('renewal-reminder', count - 1);
  await passDays(15);
  await sync(holders);
  expectTold('payment-receipt', 2 * count - 1);
  const amounts = await db
    .select({ userId: payments.userId, amount: payments.amount })
    .from(payments)
    .where(
      inArray(
        payments.userId,
        holders.map(({ userId }) => userId),
      ),
    );
  for (const { userId } of holders) {
    const paid = amounts.filter((one) => one.userId === userId).map(({ amount }) => amount);
    const expected = userId === leaver.userId ? [was] : [was, was + 3_000];
    expect(paid.toSorted((a, b) => a - b)).toEqual(expected);
  }
  const renewed = sandbox.all('subscription').filter(({ ended_at }) => ended_at === null);
  expect(renewed).toHaveLength(count - 1);
  expect(renewed.filter(({ schedule }) => schedule !== null)).toEqual([]);
  expect(kills).toBeGreaterThan(2);
});
