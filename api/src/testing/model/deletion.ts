import { deepStrictEqual as same } from 'node:assert/strict';
import { eq } from 'drizzle-orm';
import { outgoingEmails, users } from '../../db/schema.ts';
import { person } from '../client.ts';
import { checkRows } from './check.ts';
import { type Life, running } from './life.ts';
import { strangersOf } from './truth.ts';
import { call } from './world.ts';

/** Whether the customer's account has been deleted. */
export async function isDeleted({ world, customer }: Life): Promise<boolean> {
  const [user] = await world.database.db.select().from(users).where(eq(users.id, customer.id));
  return user?.deletedAt !== null;
}

/** An admin deletes the customer. `alone` as in `perform`. */
export async function deleteCustomer(life: Life, alone: boolean): Promise<void> {
  const { world, customer } = life;
  const wasDeleted = await isDeleted(life);
  const { status } = await call(
    world,
    world.admin,
    `/admin/users/${customer.id}`,
    undefined,
    'DELETE',
  );
  if (!alone) return;
  same(status, wasDeleted ? 404 : 200, 'the deletion');
  if (wasDeleted) return;
  same(running(life), [], 'what a deleted user holds at Stripe');
  await checkRows(life);
}

/** The customer deletes the account. `alone` as in `perform`. */
export async function leave(life: Life, alone: boolean): Promise<void> {
  const { world, customer } = life;
  const { password } = person();
  const { status } = await call(world, customer, '/user', { password }, 'DELETE');
  if (!alone) return;
  same(status, 200, 'leaving');
  same(running(life), [], 'what somebody who left holds at Stripe');
  await checkRows(life);
}

/** A deleted user holds nothing, is known to nobody, and is written to by nobody. */
export async function checkDeleted(life: Life): Promise<void> {
  const { world, customer } = life;
  const { db } = world.database;
  const { sandbox } = world;
  same(running(life), [], 'what a deleted user holds at Stripe');
  const open = sandbox
    .all('checkout.session')
    .filter(({ status, url }) => status === 'open' && life.pages.includes(url ?? ''));
  same(open, [], 'pages on which a deleted user can buy');
  const strangers = strangersOf(sandbox);
  const ours = sandbox.all('customer').filter(({ id }) => !strangers.has(id));
  same(
    ours.map(({ name, email }) => [name, email].filter(Boolean)),
    ours.map(() => []),
    'what Stripe knows of a deleted user',
  );
  const cards = sandbox
    .all('payment_method')
    .filter(({ customer: of }) => of !== null && !strangers.has(of));
  same(cards, [], 'cards of a deleted user');
  const mails = (address: string) =>
    db.$count(outgoingEmails, eq(outgoingEmails.recipient, address));
  same(await mails(`${customer.id}@deleted.invalid`), 0, 'mails caused after the deletion');
  same(await mails(customer.email), 0, 'mails that still bear the address');
}
