import { deepStrictEqual as same } from 'node:assert/strict';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema.ts';
import { arriveIn } from '../arrive.ts';
import { person } from '../client.ts';
import { isDeleted } from './deletion.ts';
import { type Life, running } from './life.ts';
import type { Act } from './steps.ts';
import { strangersOf, unpaidInvoices } from './truth.ts';
import { call } from './world.ts';

/** Whether the customer may sign in. */
export async function isActive({ world, customer }: Life): Promise<boolean> {
  const [user] = await world.database.db.select().from(users).where(eq(users.id, customer.id));
  return user?.isActive === true;
}

/** Whom a deactivation signed out signs in again, once that is possible. */
export async function signInAgain(life: Life): Promise<void> {
  const { world, customer } = life;
  if (!life.isSignedOut || (await isDeleted(life)) || !(await isActive(life))) return;
  const { email } = customer;
  const arrived = await arriveIn(world.now.services)({ ...person(), email }).catch(() => null);
  if (!arrived) return;
  customer.token = arrived.token;
  life.isSignedOut = false;
}

/** An admin shuts the customer's account, or opens it again. `alone` as in `perform`. */
export async function setActive(
  life: Life,
  { does, endsNow }: Extract<Act, { does: 'deactivate' | 'activate' }>,
  alone: boolean,
): Promise<void> {
  const { world, customer } = life;
  const shuts = does === 'deactivate';
  const gone = await isDeleted(life);
  if (shuts) life.isSignedOut = true;
  const { status } = await call(
    world,
    world.admin,
    `/admin/users/${customer.id}/status`,
    { isActive: !shuts, ...(shuts && endsNow && { end_subscriptions: true }) },
    'PUT',
  );
  if (!alone) return;
  same(status, gone ? 404 : 200, does);
  // What support sold to somebody who is gone ends once Stripe has told us of it.
  if (shuts && endsNow && !gone) same(running(life), [], 'what was ended with the deactivation');
  await world.queue.workOff(world.now.handlers);
  checkCharging(life, gone ? undefined : !shuts);
}

/** Nobody is charged who cannot sign in; and for those who can nothing stays stopped. */
export function checkCharging(life: Life, active: boolean | undefined): void {
  if (active === undefined) return;
  const { sandbox } = life.world;
  const strangers = strangersOf(sandbox);
  const live = sandbox
    .all('subscription')
    .filter(({ customer, ended_at }) => ended_at === null && !strangers.has(customer));
  const unpaid = unpaidInvoices(sandbox).filter(({ parent }) =>
    live.some(({ id }) => parent?.subscription_details?.subscription === id),
  );
  if (active) {
    const stopped = [...live, ...unpaid].filter(({ metadata }) => metadata?.stopped_by);
    same(stopped, [], 'what stays stopped for an active user');
    return;
  }
  same(
    live.filter(
      ({ status, cancel_at, items }) =>
        status !== 'incomplete' &&
        (cancel_at === null || cancel_at > (items.data[0]?.current_period_end ?? 0)),
    ),
    [],
    'what goes on for a deactivated user',
  );
  same(
    unpaid.filter((one) => one.next_payment_attempt !== null),
    [],
    'what a deactivated user is charged',
  );
}
