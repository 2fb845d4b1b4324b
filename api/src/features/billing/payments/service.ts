import { plans, products } from 'contract/catalogue';
import type { endpoints } from 'contract/endpoints';
import { toPounds } from 'contract/format';
import type { PaymentStats } from 'contract/payments';
import type { z } from 'zod';
import type { Services } from '../../../app.ts';
import { NotFound } from '../../../http/errors.ts';
import { explainOutage, unlessMissing } from '../stripe/client.ts';
import {
  findPaymentOfUser,
  findPayments,
  findPaymentsWithPayer,
  type PaymentFilter,
  type PaymentRow,
  sumPayments,
} from './repository.ts';

export type { PaymentRow, PaymentWithPayer } from './repository.ts';

/** A user's payments, newest first. `search` looks in the product's and the plan's name. */
export function listMine(
  { db }: Services,
  userId: string,
  query: z.output<typeof endpoints.listPayments.query>,
): Promise<PaymentRow[]> {
  return findPayments(db, {
    userId,
    planIds: query.search?.trim() ? plansNamed(query.search.trim()) : undefined,
    productIds: query.product ? productsWith(query.product) : undefined,
    fromDay: query.date_from,
    toDay: query.date_to,
  });
}

/**
 * Stripe's page of the invoice of a payment, asked for at the click because the address expires.
 * Throws NotFound for somebody else's payment, Unavailable while Stripe is away.
 */
export async function invoicePage(
  { db, stripe }: Services,
  userId: string,
  paymentId: string,
): Promise<string> {
  const payment = await findPaymentOfUser(db, paymentId, userId);
  if (!payment) throw new NotFound();
  const invoice = await explainOutage(() =>
    unlessMissing(stripe.invoices.retrieve(payment.stripeInvoiceId)),
  );
  if (!invoice?.hosted_invoice_url) throw new NotFound();
  return invoice.hosted_invoice_url;
}

/** One page of everybody's payments; the figures are of all that match. */
export async function listAll(
  { db }: Services,
  query: z.output<typeof endpoints.adminListPayments.query>,
) {
  const filter: PaymentFilter = {
    person: query.search?.trim() || undefined,
    status: query.status,
    productIds: query.product ? productsWith(query.product) : undefined,
    planIds: query.plan
      ? plans.filter((plan) => plan.cycle === query.plan).map((plan) => plan.id)
      : undefined,
  };
  const page = { limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
  const [rows, sums] = await Promise.all([
    findPaymentsWithPayer(db, filter, page),
    sumPayments(db, filter),
  ]);
  return { rows, stats: addUp(sums) };
}

/**
 * Money kept is what was paid less what was given back; the total adds what is still pending.
 * A payment refunded in whole counts in `total` only.
 */
function addUp(sums: Awaited<ReturnType<typeof sumPayments>>): PaymentStats {
  const of = (status: PaymentRow['status']) =>
    sums.find((sum) => sum.status === status) ?? { count: 0, amount: 0, refunded: 0 };
  const [success, pending] = [of('success'), of('pending')];
  const kept = success.amount - success.refunded;
  return {
    total: sums.reduce((total, sum) => total + sum.count, 0),
    success: success.count,
    pending: pending.count,
    failed: of('failed').count,
    totalAmount: toPounds(kept + pending.amount),
    pendingAmount: toPounds(pending.amount),
    successAmount: toPounds(kept),
  };
}

/** A filter value that is no product's id matches nothing. */
function productsWith(id: string): string[] {
  return products.filter((product) => product.id === id).map((product) => product.id);
}

function plansNamed(part: string): string[] {
  const wanted = part.toLowerCase();
  return products.flatMap((product) =>
    [product.monthly, product.yearly]
      .filter((plan) => `${product.name} ${plan.name}`.toLowerCase().includes(wanted))
      .map((plan) => plan.id),
  );
}

/** A user's last payments. */
export function newestPaymentsOf(
  { db }: Services,
  userId: string,
  limit: number,
): Promise<PaymentRow[]> {
  return findPayments(db, { userId }, { limit });
}

/** The last payments of everybody, each with its payer. */
export function newestPayments({ db }: Services, limit: number) {
  return findPaymentsWithPayer(db, {}, { limit, offset: 0 });
}
