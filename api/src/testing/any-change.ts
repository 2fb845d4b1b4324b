import { plans } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { payments, subscriptions, users } from '../db/schema.ts';

const names = ['Ann', 'Anna', 'Hannah', 'Ian', 'Nan', 'Zoé', 'O%_'];
const statuses = {
  subscription: ['active', 'trial', 'cancelled', 'expired'],
  payment: ['success', 'pending', 'failed', 'refunded'],
} as const;
const pick = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;
const day = (n: number) => new Date(Date.UTC(2026, n % 12, (n % 28) + 1, 23, 30));

/** One change to the data, chosen by numbers, so that fast-check can vary and shrink it. */
export type Change = [kind: number, who: number, what: number];

/** Makes it: someone comes, changes or goes, or what they hold or have paid does. */
export async function makeChange(on: Db, [kind, who, what]: Change): Promise<void> {
  const everybody = await on.select({ id: users.id }).from(users).orderBy(users.id);
  const user = everybody[who % Math.max(1, everybody.length)];
  const plan = pick(plans, what);
  if (kind % 8 === 0 || !user) {
    const id = crypto.randomUUID();
    await on.insert(users).values({
      id,
      firstName: pick(names, who),
      lastName: pick(names, what),
      email: `${pick(names, what)}.${id}@${who % 2 ? 'nhs.net' : 'eye.test'}`,
      passwordHash: '-',
      role: what % 5 === 0 ? 'admin' : 'user',
      createdAt: day(what),
    });
  } else if (kind % 8 === 1) {
    const changes = [
      { firstName: pick(names, what) },
      { isActive: what % 2 === 0 },
      { role: what % 2 ? ('admin' as const) : ('user' as const) },
      { deletedAt: new Date(), isActive: false },
    ];
    await on
      .update(users)
      .set(pick(changes, what >> 1))
      .where(eq(users.id, user.id));
  } else if (kind % 8 <= 3) {
    const status = pick(statuses.subscription, what);
    const changes = {
      planId: plan.id,
      productId: plan.productId,
      amount: plan.amount,
      status,
      hasAccess: status === 'active' || status === 'trial',
      trialStart: what % 3 ? day(who >> 1) : null,
      trialEnd: what % 3 ? day(who) : null,
      endedAt: what % 2 ? day(what + who) : null,
    };
    // Two at most: one product each.
    const stripeId = `sub_${user.id}_${plan.productId.at(-1) === '1' ? 1 : 2}`;
    await on
      .insert(subscriptions)
      .values({
        id: crypto.randomUUID(),
        userId: user.id,
        stripeId,
        stripeStatus: '',
        cycle: plan.cycle,
        paymentProblem: false,
        cancelAtPeriodEnd: false,
        startedAt: day(who),
        ...changes,
      })
      .onConflictDoUpdate({ target: subscriptions.stripeId, set: changes });
  } else if (kind % 8 === 4) {
    await on.delete(payments).where(eq(payments.stripeInvoiceId, `in_${user.id}_${what % 3}`));
  } else {
    const changes = {
      planId: plan.id,
      productId: plan.productId,
      amount: plan.amount,
      refunded: what % 4 === 0 ? plan.amount : what % 4 === 1 ? 100 : 0,
      status: pick(statuses.payment, what),
      paidAt: day(what),
    };
    await on
      .insert(payments)
      .values({
        id: crypto.randomUUID(),
        userId: user.id,
        stripeInvoiceId: `in_${user.id}_${what % 3}`,
        stripeSubscriptionId: `sub_${user.id}_${(what % 2) + 1}`,
        ...changes,
      })
      .onConflictDoUpdate({ target: payments.stripeInvoiceId, set: changes });
  }
}
