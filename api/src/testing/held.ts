import { findPlan, type ProductKey, products } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { productAccess, subscriptions } from '../db/schema.ts';
import { days } from './access-answers.ts';

export type State = Partial<typeof subscriptions.$inferInsert>;

/** A subscription by its row alone, as a sync writes it; answers its id. */
export async function holdByRow(
  db: Db,
  userId: string,
  key: ProductKey,
  state: State,
): Promise<string> {
  const plan = findPlan(products.find((one) => one.key === key)?.monthly.id ?? '');
  if (!plan) throw new Error('no plan');
  const id = crypto.randomUUID();
  await db.insert(subscriptions).values({
    ...{ id, userId, stripeId: `sub_${id}`, stripeStatus: 'active', status: 'active' },
    ...{ planId: plan.id, productId: plan.productId, cycle: plan.cycle, amount: plan.amount },
    ...{ hasAccess: true, paymentProblem: false, cancelAtPeriodEnd: false },
    ...{ startedAt: days(-200), periodEnd: new Date('2036-07-10T09:00:00Z') },
    ...state,
  });
  return id;
}

/** Somebody's rows of access, by product. */
export async function accessRowsOf(db: Db, userId: string) {
  const rows = await db.select().from(productAccess).where(eq(productAccess.userId, userId));
  return Object.fromEntries(rows.map(({ product, ...row }) => [product, row]));
}
