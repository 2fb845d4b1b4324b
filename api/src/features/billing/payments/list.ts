import type { endpoints } from 'contract/endpoints';
import { toPounds } from 'contract/format';
import type { PaymentStats } from 'contract/payments';
import type { z } from 'zod';
import type { Services } from '../../../services.ts';
import { adminList } from '../../lists/service.ts';
import { type Figures, figuresOf, paymentsOfMonth, weighSearch } from '../../tallies/service.ts';
import { plansFor } from '../plan-filter.ts';
import {
  type AllPaymentsFilter,
  findPaymentPage,
  type PaymentWithPayer,
  sumPayments,
} from './list-repository.ts';

export type { PaymentWithPayer } from './list-repository.ts';

type Query = z.output<typeof endpoints.adminListPayments.query>;
type Unpaged = Omit<Query, 'page' | 'pageSize' | 'cursor'>;

/** Everybody's payments. */
export const allPayments = adminList({
  readFilter,
  findPage: findPaymentPage,
  readStats: async (services, filter: AllPaymentsFilter) =>
    addUp(await readFigures(services, filter)),
});

/** The last payments of everybody, each with its payer. */
export async function newestPayments(
  { db }: Services,
  pageSize: number,
): Promise<PaymentWithPayer[]> {
  const newest = { by: 'payment_date', descending: true } as const;
  return (await findPaymentPage(db, {}, newest, { page: 1, pageSize })).rows;
}

async function readFilter({ db }: Services, query: Unpaged): Promise<AllPaymentsFilter> {
  const paid = query.figure === 'revenue' ? (['success', 'refunded'] as const) : undefined;
  const statuses = paid?.filter((status) => !query.status || status === query.status);
  return {
    search: await weighSearch(db, query.search),
    statuses: statuses ?? (query.status && [query.status]),
    planIds: plansFor(query),
    userId: query.user,
    month: query.month,
  };
}

async function readFigures({ db }: Services, filter: AllPaymentsFilter): Promise<Figures[]> {
  const { search, statuses, planIds, userId, month } = filter;
  if (userId || (month && search)) return sumPayments(db, filter);
  const lines = month ? await paymentsOfMonth(db, month) : await figuresOf(db, 'payment', search);
  return lines.filter(
    ({ status, kind }) =>
      (statuses === undefined || statuses.some((wanted) => wanted === status)) &&
      (planIds === undefined || planIds.includes(kind)),
  );
}

/**
 * Money kept is what was paid less what was given back; the total adds what is still pending.
 * A payment refunded in whole counts in `total` only.
 */
function addUp(lines: Figures[]): PaymentStats {
  const sum = (figure: 'count' | 'amount' | 'refunded', status?: string) =>
    lines.reduce(
      (total, line) => total + (!status || line.status === status ? line[figure] : 0),
      0,
    );
  const kept = sum('amount', 'success') - sum('refunded', 'success');
  const pending = sum('amount', 'pending');
  return {
    total: sum('count'),
    success: sum('count', 'success'),
    pending: sum('count', 'pending'),
    failed: sum('count', 'failed'),
    totalAmount: toPounds(kept + pending),
    pendingAmount: toPounds(pending),
    successAmount: toPounds(kept),
  };
}
