import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orderOf, type Page, type PageRequest, type Sort, toPage } from '../../../db/keyset.ts';
import { inMonth } from '../../../db/london.ts';
import { payments, users } from '../../../db/schema.ts';
import { isOfFound, type Search } from '../../../db/user-search.ts';
import { readWanted } from '../page-repository.ts';
import type { PaymentRow } from './repository.ts';

export interface AllPaymentsFilter {
  search?: Search | undefined;
  statuses?: PaymentRow['status'][] | undefined;
  planIds?: string[] | undefined;
  userId?: string | undefined;
  /** A month in London. */
  month?: string | undefined;
}

export interface PaymentWithPayer {
  payment: PaymentRow;
  payer: { id: string; firstName: string; lastName: string; email: string };
}

const sortable = {
  payment_date: { column: sql`${payments.paidAt}`, type: 'timestamptz' },
  amount: { column: sql`${payments.amount}`, type: 'integer' },
} as const;

export type PaymentSort = keyof typeof sortable;

/** One page of the payments that match, each with its payer. Throws ForeignCursor. */
export async function findPaymentPage(
  db: Db,
  filter: AllPaymentsFilter,
  sort: Sort<PaymentSort>,
  request: PageRequest,
): Promise<Page<PaymentWithPayer>> {
  const order = orderOf('payments', sort, sortable, sql`${payments.id}`);
  const { search, ...others } = filter;
  const by = sort.by === 'amount' ? payments.amount : payments.paidAt;
  const list = { table: payments, search, others: matching(others), order, by, request };
  const found = await readWanted(db, list, (wanted, orderBy) =>
    db
      .select({
        payment: payments,
        payer: {
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          email: users.email,
        },
      })
      .from(wanted)
      .innerJoin(payments, eq(payments.id, wanted.id))
      .innerJoin(users, eq(users.id, payments.userId))
      .orderBy(orderBy),
  );
  return toPage(order, request, found, ({ payment }) => ({
    value: sort.by === 'amount' ? String(payment.amount) : payment.paidAt.toISOString(),
    id: payment.id,
  }));
}

/** How many match, with their pence, by status and plan; for filters whose figures are not kept. */
export async function sumPayments(db: Db, filter: AllPaymentsFilter) {
  const sum = (figure: SQL) => figure.mapWith(Number) as SQL<number>;
  return db
    .select({
      status: payments.status,
      kind: payments.planId,
      count: sum(sql`count(*)`),
      amount: sum(sql`sum(${payments.amount})`),
      refunded: sum(sql`sum(${payments.refunded})`),
    })
    .from(payments)
    .where(matching(filter))
    .groupBy(payments.status, payments.planId);
}

function matching(filter: AllPaymentsFilter): SQL | undefined {
  const { search, statuses, planIds, userId, month } = filter;
  return and(
    search && isOfFound(payments.userId, search),
    // One status as such: the index of unusual payments is known by it.
    statuses?.length === 1 && statuses[0]
      ? eq(payments.status, statuses[0])
      : statuses && inArray(payments.status, statuses),
    planIds === undefined ? undefined : inArray(payments.planId, planIds),
    userId === undefined ? undefined : eq(payments.userId, userId),
    month === undefined ? undefined : inMonth(sql`${payments.paidAt}`, month),
  );
}
