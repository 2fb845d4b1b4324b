import { deepStrictEqual as same } from 'node:assert/strict';
import { findProduct } from 'contract/catalogue';
import type { AccessReason } from 'contract/product-access';
import { type LoginProduct, loginProduct } from 'contract/product-logins';
import { eq } from 'drizzle-orm';
import { productAccess, users } from '../../db/schema.ts';
import type { AccessRow } from '../../features/products/access-repository.ts';
import { day, type Life } from './life.ts';
import { passTime } from './oracle.ts';
import { checkTold } from './told.ts';
import { type Held, type Truth, unpaidInvoices } from './truth.ts';

type User = typeof users.$inferSelect;

/** The row of each product is what is held at Stripe and the account say, and so are the products' copies. */
export async function checkAccess(life: Life, { held }: Truth): Promise<void> {
  const { world, customer } = life;
  const found = await world.database.db
    .select({ user: users, row: productAccess })
    .from(users)
    .leftJoin(productAccess, eq(productAccess.userId, users.id))
    .where(eq(users.id, customer.id));
  const user = found[0]?.user;
  if (!user) throw new Error(`${customer.id} is nobody`);
  const rows = new Map(found.flatMap(({ row }) => (row ? [[row.product, row] as const] : [])));
  for (const product of loginProduct.options) {
    const opening = held.filter((one) => opens(one, product));
    checkRow(life, { product, user, opening, row: rows.get(product) });
  }
  await checkTold(life, user, rows);
}

/** Whether somebody was ever in by this subscription: not by a checkout nobody paid, nor a refused trial. */
function opens({ plan, stripeStatus, refused }: Held, product: LoginProduct): boolean {
  const isListed = stripeStatus !== 'incomplete' && stripeStatus !== 'incomplete_expired';
  return isListed && !refused && (findProduct(plan.productId)?.includes ?? []).includes(product);
}

interface Checked {
  product: LoginProduct;
  user: User;
  /** What has opened the product. */
  opening: Held[];
  row: AccessRow | undefined;
}

function checkRow(life: Life, { product, user, opening, row }: Checked): void {
  const running = opening.find(({ live }) => live);
  if (!row) {
    // Of who was deleted it goes with the subscriptions, and no new one is made.
    if (!user.deletedAt) same(opening, [], `${product} was held, and no row says so`);
    return;
  }
  const [reasons, since] = running ? [reasonOf(running), running.startedAt] : lastOf(opening);
  const standing = user.deletedAt ? 'deleted' : user.isActive ? undefined : 'deactivated';
  const is = (expected: unknown, what: keyof AccessRow) =>
    same(row[what], expected, `${product}: ${what}`);
  is(running !== undefined && standing === undefined, 'hasAccess');
  same((standing ? [standing] : reasons).includes(row.reason), true, `${product}: ${row.reason}`);
  if (!standing && since !== undefined) is(new Date(since * 1000), 'since');
  if (!row.hasAccess) is(null, 'until');
  else if (running) checkUntil(life, running, row);
}

function reasonOf({ stripeStatus, live, amount, withdrawn, reason }: Held): AccessReason[] {
  if (stripeStatus === 'trialing') return ['trial'];
  if (stripeStatus === 'past_due') return ['payment_retrying'];
  if (live) return [amount === 0 ? 'given' : 'paid'];
  if (withdrawn) return ['withdrawn'];
  return ['payment_failed', 'payment_disputed'].includes(reason ?? '') ? ['unpaid'] : ['ended'];
}

/** Why there is none, and since when: what ended last says so. Of several at one moment any may. */
function lastOf(opening: Held[]): [reasons: AccessReason[], since: number | undefined] {
  const end = Math.max(...opening.map(({ endedAt }) => endedAt ?? Number.NEGATIVE_INFINITY));
  const last = opening.filter(({ endedAt }) => endedAt === end);
  // A trial that was refused may have been seen, too: it was none.
  return last.length > 0 ? [last.flatMap(reasonOf), end] : [['ended'], undefined];
}

/**
 * Whoever hears nothing more shuts nobody out before Stripe would if no payment came any more, and lets
 * nobody in for a day longer; but for the hour in which a renewal is a draft, and counts as paid.
 */
function checkUntil({ world: { sandbox } }: Life, one: Held, { until }: AccessRow): void {
  const unpaid = unpaidInvoices(sandbox).filter(
    ({ parent }) => parent?.subscription_details?.subscription === one.id,
  );
  const lasts = passTime({ ...one, cardPays: false }, Number.POSITIVE_INFINITY, unpaid);
  if (!lasts?.endedAt) return;
  const over = (until?.getTime() ?? 0) / 1000 - lasts.endedAt;
  const isDraft = unpaid.some(({ status }) => status === 'draft');
  same(over >= 0 && (over <= day || isDraft), true, `${one.id} was told of ${over} s too much`);
}
