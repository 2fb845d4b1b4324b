import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { month, pageCursors, pageQuery } from './page.ts';
import { billingCycle } from './subscriptions.ts';
import { idOf, search, text } from './text.ts';
import { personView } from './users.ts';

export const paymentStatus = z.enum(['success', 'pending', 'failed', 'refunded']);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const earlierEnd = 'Date To cannot be earlier than Date From';

const badDay = 'Enter a date as year-month-day';
/** The database knows no year 0. */
const day = z.iso.date(badDay).refine((date) => !date.startsWith('0000'), badDay);

export const paymentView = z.object({
  id: z.uuid(),
  payment_date: z.iso.datetime(),
  amount: z.number(),
  /** What was given back of it. */
  refunded: z.number(),
  /** What credit paid beside the amount. */
  credit: z.number(),
  /** What of amount and credit is VAT; 0 where none was worked out. */
  vat: z.number(),
  status: paymentStatus,
  subscription: z.object({
    product: z.object({ name: z.string() }),
    pricing_plan: z.object({ plan_name: z.string() }),
  }),
});
export type PaymentView = z.infer<typeof paymentView>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/user/payments',
  access: 'signed-in',
  summary: 'My payment history',
  query: z.object({
    search: search().optional(),
    date_from: day.optional(),
    date_to: day.optional(),
    product: text(64).optional(),
  }),
  answer: z.object({ payments: z.array(paymentView) }),
});

/** The hosted page of a payment's invoice or receipt. */
export const openInvoice = endpoint({
  method: 'GET',
  path: '/user/payments/{id}/invoice',
  access: 'signed-in',
  acts: true,
  summary: 'The invoice of a payment of mine',
  params: z.object({ id: idOf('This payment does not exist') }),
  answer: z.object({ url: z.url() }),
});

/** Who paid whom what for which service, in a stretch of days; both included. In pounds. */
export const statementView = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The company with its particulars, a line each. */
  paid_to: z.array(z.string()),
  paid_by: z.object({ name: z.string(), email: z.string() }),
  payments: z.array(
    z.object({
      id: z.uuid(),
      date: z.iso.datetime(),
      service: z.string(),
      amount: z.number(),
      /** What credit paid of the same invoice, beside that. */
      credit: z.number(),
      /** What went back of it in these days. */
      refunded: z.number(),
      /** What is VAT of both together. */
      vat: z.number(),
    }),
  ),
  /** What went back in these days, also of what was paid before them. */
  refunds: z.array(
    z.object({
      /** The payment, and when that was made. */
      payment: z.uuid(),
      paid: z.iso.datetime(),
      date: z.iso.datetime(),
      service: z.string(),
      amount: z.number(),
    }),
  ),
  /** What was paid in these days less what went back in them. */
  total: z.number(),
});
export type StatementView = z.infer<typeof statementView>;

/** With `format=pdf` the answer is the file itself. */
export const statement = endpoint({
  method: 'GET',
  path: '/user/statement',
  access: 'signed-in',
  summary: 'A statement of what I paid in a stretch of days, as JSON or as a PDF',
  query: z
    .object({ from: day, to: day, format: z.enum(['json', 'pdf']).default('json') })
    .refine(({ from, to }) => from <= to, { error: earlierEnd, path: ['to'] }),
  answer: z.object({ data: statementView }),
});

export const adminPaymentView = z.object({
  id: z.uuid(),
  user: personView,
  subscription: z.object({
    product: z.object({ name: z.string(), description: z.string() }),
    pricing_plan: z.object({ plan_name: z.string(), billing_cycle: billingCycle }),
  }),
  amount: z.number(),
  refunded: z.number(),
  /** What can still be given back to the card; 0 where it did not succeed, and while a bank decides on it. */
  refundable: z.number(),
  payment_date: z.iso.datetime(),
  status: paymentStatus,
});
export type AdminPaymentView = z.infer<typeof adminPaymentView>;

/** Counts, and amounts in pounds, of everything that matches the filters. */
export const paymentStats = z.object({
  total: z.number().int(),
  success: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
  totalAmount: z.number(),
  pendingAmount: z.number(),
  successAmount: z.number(),
});
export type PaymentStats = z.infer<typeof paymentStats>;

/** What the list of all payments can be filtered by. */
export const paymentFilters = z.object({
  search: search().optional(),
  status: paymentStatus.optional(),
  product: text(64).optional(),
  plan: billingCycle.optional(),
  user: idOf('This user does not exist').optional(),
  /** The payments behind the revenue of the dashboard: those that succeeded, in `month` if given. */
  figure: z.literal('revenue').optional(),
  month: month.optional(),
  sortBy: z.enum(['payment_date', 'amount']).default('payment_date'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
});

export const adminListPayments = endpoint({
  method: 'GET',
  path: '/admin/payments',
  access: 'admin',
  summary: 'All payments',
  query: paymentFilters.extend(pageQuery),
  answer: z.object({
    payments: z.array(adminPaymentView),
    stats: paymentStats,
    count: z.number().int(),
    ...pageCursors,
  }),
});
