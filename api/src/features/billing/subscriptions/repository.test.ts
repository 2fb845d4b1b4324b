import { plans } from 'contract/catalogue';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { stripeCustomers } from '../../../db/schema.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { insertUser } from '../../accounts/repository.ts';
import { findHeldByUser, type SubscriptionProjection, upsertSubscription } from './repository.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function projection(
  stripeId: string,
  parts: Partial<SubscriptionProjection> = {},
): SubscriptionProjection {
  const [plan] = plans;
  if (!plan) throw new Error('the catalogue has plans');
  return {
    stripeId,
    stripeStatus: 'active',
    productId: plan.productId,
    planId: plan.id,
    cycle: plan.cycle,
    amount: plan.amount,
    status: 'active',
    hasAccess: true,
    paymentProblem: false,
    cancelAtPeriodEnd: false,
    startedAt: new Date(0),
    ...parts,
  };
}

async function addUser(): Promise<string> {
  const id = uuid();
  const email = `${id}@hospital.test`;
  const name = { firstName: 'Priya', lastName: 'Nair' };
  await insertUser(database.db, { id, email, ...name, passwordHash: '-', role: 'user' });
  return id;
}

it('the database itself lets a user hold a product once', async () => {
  const { db } = database;
  const userId = await addUser();
  const write = (of: SubscriptionProjection) => upsertSubscription(db, uuid(), userId, of);
  await write(projection('sub_ended', { hasAccess: false, status: 'cancelled' }));
  await write(projection('sub_first'));
  await write(projection('sub_first', { amount: 1 }));
  await expect(write(projection('sub_second'))).rejects.toMatchObject({
    cause: { constraint: 'subscriptions_one_live' },
  });
  await write(projection('sub_other', { productId: uuid() }));
});

it('those who ask at the same moment each get what they hold, the running ones and the newest first', async () => {
  const { db } = database;
  const people = await Promise.all([addUser(), addUser(), addUser()]);
  const [none, one, two] = people as [string, string, string];
  await db.insert(stripeCustomers).values([
    { id: 'cus_one', userId: one, balance: -1417 },
    { id: 'cus_two', userId: two },
  ]);
  const ended = { hasAccess: false, status: 'cancelled' } as const;
  await upsertSubscription(db, uuid(), one, projection('sub_of_one'));
  await upsertSubscription(db, uuid(), two, projection('sub_old', ended));
  const newer = { ...ended, startedAt: new Date(1) };
  await upsertSubscription(db, uuid(), two, projection('sub_newer', newer));
  await upsertSubscription(db, uuid(), two, projection('sub_running'));
  const held = await Promise.all([two, none, one, two].map((id) => findHeldByUser(db, id)));
  const ofTwo = { balance: null, subscriptions: ['sub_running', 'sub_newer', 'sub_old'] };
  expect(
    held.map(({ balance, subscriptions }) => {
      return { balance, subscriptions: subscriptions.map(({ stripeId }) => stripeId) };
    }),
  ).toEqual([
    ofTwo,
    { balance: null, subscriptions: [] },
    { balance: -1417, subscriptions: ['sub_of_one'] },
    ofTwo,
  ]);
});
