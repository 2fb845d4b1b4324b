import { deepStrictEqual as same } from 'node:assert/strict';
import { and, eq, isNotNull, like } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  agreements,
  checkoutIntents,
  outgoingEmails,
  pastRevenue,
  payments,
  trialAllowances,
  trialCards,
} from '../../db/schema.ts';
import { sumPayments } from '../../features/billing/payments/list-repository.ts';
import { clearAway } from '../../features/retention/clearing.ts';
import { keepRetention } from '../../features/retention/service.ts';
import { isDeleted } from './deletion.ts';
import { day, type Life } from './life.ts';

/** Pence that all payments brought in, those that were cleared away too. */
async function revenue(db: Db): Promise<number> {
  const rows = (await sumPayments(db, {})).filter(({ status }) =>
    ['success', 'refunded'].includes(status),
  );
  const all = [...rows, ...(await db.select().from(pastRevenue))];
  return all.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
}

/**
 * The night's job, at Stripe's time; of a customer who was deleted what it clears away seven years
 * later. `alone` as in `perform`.
 */
export async function passNight(life: Life, alone: boolean): Promise<void> {
  const { world, customer } = life;
  // Of a process that is killed meanwhile: the next one's night is not this one.
  const { services } = world.now;
  const { db } = services;
  const gone = await isDeleted(life);
  const before = await revenue(db);
  const now = world.sandbox.now();
  const at = (seconds: number) => new Date(seconds * 1000);
  // Our own rows are dated by our own clock, which stands still here while Stripe's goes on.
  for (const table of [checkoutIntents, trialCards, trialAllowances]) {
    await db.update(table).set({ createdAt: at(now) });
  }
  await db.update(agreements).set({ agreedAt: at(now) });
  // By that clock these trials are still to end, so that their reminders must still be known.
  await db
    .update(outgoingEmails)
    .set({ sentAt: at(now) })
    .where(and(like(outgoingEmails.cause, 'trial-ending:%'), isNotNull(outgoingEmails.sentAt)));
  const night = at(gone ? now + 7 * 366 * day : now);
  if (gone) {
    await clearAway(db, 'day', { now: night, until: Number.POSITIVE_INFINITY });
  } else await keepRetention(services, night);
  if (!alone) return;
  same(await revenue(db), before, 'the revenue after what is too old has gone');
  const left = await db.$count(payments, eq(payments.userId, customer.id));
  if (gone) same(left, 0, 'payments of a deleted user after six years');
}
