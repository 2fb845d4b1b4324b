import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { payments } from '../../../db/schema.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type PaymentProjection = Omit<
  typeof payments.$inferInsert,
  | 'id'
  | 'userId'
  | 'createdAt'
  | 'updatedAt'
  | 'refunded'
  | 'wentBack'
  | 'withheld'
  | 'credit'
  | 'vat'
> & { refunded: number; withheld: number; credit: number; vat: number };

export interface PaymentFilter {
  userId?: string;
  productIds?: string[];
  planIds?: string[];
  /** First and last day in London, such as 2026-12-31; both included. */
  fromDay?: string;
  toDay?: string;
}

/**
 * Writes the projection, which was taken at a moment of Stripe's, over the row of the same invoice, or adds it with
 * `id`. What has gone back since the row of before is noted with that moment.
 */
export async function upsertPayment(
  db: Db,
  { id, userId, takenAt }: { id: string; userId: string; takenAt: Date },
  projection: PaymentProjection,
): Promise<PaymentRow> {
  const since = sql`${projection.refunded}::int - ${payments.refunded}`;
  const wentBack = sql`case when ${since} = 0 then ${payments.wentBack} else ${payments.wentBack}
    || jsonb_build_object('at', ${takenAt.toISOString()}::text, 'amount', ${since}) end`;
  const [row] = await db
    .insert(payments)
    .values({ id, userId, ...projection })
    .onConflictDoUpdate({
      target: payments.stripeInvoiceId,
      set: { ...projection, userId, wentBack },
    })
    .returning();
  return row as PaymentRow;
}

/** Removes payments that were never made, such as those of invoices voided since. */
export async function deleteUnpaid(
  db: Db,
  userId: string,
  stripeInvoiceIds: string[],
): Promise<void> {
  if (stripeInvoiceIds.length === 0) return;
  await db
    .delete(payments)
    .where(
      and(
        eq(payments.userId, userId),
        inArray(payments.stripeInvoiceId, stripeInvoiceIds),
        inArray(payments.status, ['pending', 'failed']),
      ),
    );
}

/** One payment, whosever it is. */
export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment;
}

/** One payment of a user's. */
export async function findPaymentOfUser(
  db: Db,
  id: string,
  userId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.userId, userId)));
  return payment;
}

/** The ids of a user's payments of these invoices, by the invoice. */
export async function findPaymentsOfInvoices(
  db: Db,
  userId: string,
  invoices: string[],
): Promise<Map<string, string>> {
  if (invoices.length === 0) return new Map();
  const found = await db
    .select({ id: payments.id, invoice: payments.stripeInvoiceId })
    .from(payments)
    .where(and(eq(payments.userId, userId), inArray(payments.stripeInvoiceId, invoices)));
  return new Map(found.map(({ id, invoice }) => [invoice, id]));
}

/** Payments that match, newest first. */
export async function findPayments(
  db: Db,
  filter: PaymentFilter,
  page: { limit?: number; offset?: number } = {},
): Promise<PaymentRow[]> {
  const query = db
    .select()
    .from(payments)
    .where(matching(filter))
    .orderBy(desc(payments.paidAt), desc(payments.id));
  return page.limit === undefined ? query : query.limit(page.limit).offset(page.offset ?? 0);
}

function matching(filter: PaymentFilter): SQL | undefined {
  const { userId, productIds, planIds, fromDay, toDay } = filter;
  return and(
    userId === undefined ? undefined : eq(payments.userId, userId),
    productIds === undefined ? undefined : inArray(payments.productId, productIds),
    planIds === undefined ? undefined : inArray(payments.planId, planIds),
    fromDay === undefined ? undefined : sql`${payments.paidAt} >= ${startOfDay(fromDay, 0)}`,
    toDay === undefined ? undefined : sql`${payments.paidAt} < ${startOfDay(toDay, 1)}`,
  );
}

/** The moment a day begins in London, `later` days on. */
function startOfDay(day: string, later: number): SQL {
  return sql`(${day}::date + ${later}::int)::timestamp at time zone 'Europe/London'`;
}
