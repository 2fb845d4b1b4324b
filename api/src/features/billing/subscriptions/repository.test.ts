import { plans } from 'contract/catalogue';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { insertUser } from '../../accounts/repository.ts';
import { type SubscriptionProjection, upsertSubscription } from './repository.ts';

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

it('the database itself lets a user hold a product once', async () => {
  const { db } = database;
  const userId = uuid();
  await insertUser(db, {
    id: userId,
    email: `${userId}@hospital.test`,
    firstName: 'Priya',
    lastName: 'Nair',
    passwordHash: '-',
    role: 'user',
  });
  const write = (of: SubscriptionProjection) => upsertSubscription(db, uuid(), userId, of);
  await write(projection('sub_ended', { hasAccess: false, status: 'cancelled' }));
  await write(projection('sub_first'));
  await write(projection('sub_first', { amount: 1 }));
  await expect(write(projection('sub_second'))).rejects.toMatchObject({
    cause: { constraint: 'subscriptions_one_live' },
  });
  await write(projection('sub_other', { productId: uuid() }));
});
