import { products } from 'contract/catalogue';
import { eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/client.ts';
import { subscriptions, users } from '../db/schema.ts';
import { person } from './client.ts';
import { holdByRow } from './held.ts';

/** So many people, by their rows alone and with one statement; answers their ids. */
async function meet(db: Db, count: number): Promise<string[]> {
  const met = Array.from({ length: count }, () => {
    const { email, first_name: firstName, last_name: lastName } = person();
    return { id: uuid(), email, firstName, lastName, role: 'user' as const, passwordHash: '' };
  });
  await db.insert(users).values(met);
  return met.map(({ id }) => id);
}

/** Somebody's rows, changed as syncs, admins and the person change them. */
async function live(db: Db, userId: string, random: (n: number) => number): Promise<void> {
  const plan = products[random(3)]?.key ?? 'combined';
  const periodEnd = new Date(Date.now() + 86_400_000);
  const id = await holdByRow(db, userId, plan, { status: 'trial', periodEnd });
  const stand = (to: object) => db.update(users).set(to).where(eq(users.id, userId));
  const hold = (to: object) => db.update(subscriptions).set(to).where(eq(subscriptions.id, id));
  const deletion = { deletedAt: sql`now()`, email: `${userId}@deleted.invalid` };
  const steps = [
    () => stand({ isActive: false }),
    () => stand({ isActive: true }),
    () => stand({ lastName: `Nair ${'abcdef'[random(6)]}` }),
    () => hold({ status: 'active' }),
    () => hold({ paymentProblem: random(2) === 0 }),
    () => hold({ hasAccess: false, status: 'expired' }),
    () => hold({ hasAccess: true, status: 'active' }),
    () => stand({ isActive: false, ...deletion }),
  ];
  // Deletion, the last step, is rare.
  const count = 2 + random(6);
  for (let n = 0; n < count; n += 1) await steps[random(random(8) === 0 ? 8 : 7)]?.();
}

/** So many people live side by side; then some of them, all at once, are deactivated. */
export async function liveTogether(
  db: Db,
  count: number,
  random: (n: number) => number,
): Promise<void> {
  const ids = await meet(db, count);
  await Promise.all(ids.map((id) => live(db, id, random)));
  const leaving = ids.filter(() => random(4) === 0);
  await db.update(users).set({ isActive: false }).where(inArray(users.id, leaving));
}
