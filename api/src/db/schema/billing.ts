import type { Card } from 'contract/card';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, moment, updatedAt } from './moment.ts';

/**
 * Ties a user to the Stripe customer. `syncStarted` numbers the syncs, `syncWritten` is the
 * newest whose result stands in our tables: an older sync never overwrites a newer one.
 */
export const stripeCustomers = pgTable('stripe_customers', {
  id: text('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id),
  syncStarted: integer('sync_started').notNull().default(0),
  syncWritten: integer('sync_written').notNull().default(0),
  /** Stripe's balance of the customer in pence, credit below zero; null while it is not known. */
  balance: integer('balance'),
  /** The card that is charged, as far as a mail may name it. */
  card: jsonb('card').$type<Card & { id: string }>(),
  /** Payments up to this one are cleared away: a sync does not write them again. */
  purgedUntil: moment('purged_until'),
  createdAt: createdAt(),
});

/** Each checkout that was begun. At most one is open for a user, so two tabs end in one checkout session. */
export const checkoutIntents = pgTable(
  'checkout_intents',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: uuid('plan_id').notNull(),
    trialDays: integer('trial_days').notNull(),
    /** 'change' is a change of plan that was asked for, to be confirmed in the portal. */
    status: text('status', {
      enum: ['open', 'closing', 'completed', 'replaced', 'expired', 'change'],
    })
      .notNull()
      .default('open'),
    stripeSessionId: text('stripe_session_id').unique(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('checkout_intents_one_open').on(table.userId).where(sql`${table.status} = 'open'`),
    index('checkout_intents_created').on(table.createdAt),
  ],
);

/** Our copy of Stripe's subscriptions. Amounts in pence. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    stripeId: text('stripe_id').notNull().unique(),
    stripeStatus: text('stripe_status').notNull(),
    productId: uuid('product_id').notNull(),
    planId: uuid('plan_id').notNull(),
    cycle: text('cycle', { enum: ['monthly', 'yearly'] }).notNull(),
    amount: integer('amount').notNull(),
    status: text('status', { enum: ['active', 'trial', 'cancelled', 'expired'] }).notNull(),
    hasAccess: boolean('has_access').notNull(),
    paymentProblem: boolean('payment_problem').notNull(),
    /** When the last of Stripe's tries to charge what is late is due, and it ends; null where none is planned. */
    triedUntil: moment('tried_until'),
    /** Stripe's invoice that its holder's bank wants confirmed. */
    invoiceToConfirm: text('invoice_to_confirm'),
    /** When the money of the period that has begun will be taken, and how much beside what credit pays. Pence. */
    chargingAt: moment('charging_at'),
    chargingAmount: integer('charging_amount'),
    chargingCredit: integer('charging_credit'),
    /** What it renews for from when on, once a new price was told of. Pence. */
    newAmount: integer('new_amount'),
    newAmountFrom: moment('new_amount_from'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    startedAt: moment('started_at').notNull(),
    trialStart: moment('trial_start'),
    trialEnd: moment('trial_end'),
    /** It was to begin with a trial that its card had had, and never began. */
    trialRefused: boolean('trial_refused').notNull().default(false),
    periodEnd: moment('period_end'),
    endsAt: moment('ends_at'),
    /** When the end was asked for, by Stripe's clock. */
    cancelRequestedAt: moment('cancel_requested_at'),
    endedAt: moment('ended_at'),
    /** Why somebody cancelled, in Stripe's word, and what they added. */
    cancelReason: text('cancel_reason'),
    cancelComment: text('cancel_comment'),
    /** Since when the right to withdraw runs that began last, whether or not it is over. */
    withdrawSince: moment('withdraw_since'),
    /** Pence that go back if its holder withdraws; once that is done, that went back. */
    withdrawRefund: integer('withdraw_refund'),
    /** Pence of credit that paid beside it and come back; null for none. */
    withdrawCredit: integer('withdraw_credit'),
    /** Pence on which a bank decides and which go back once it has decided for us; null for none. */
    withdrawHeld: integer('withdraw_held'),
    withdrawnAt: moment('withdrawn_at'),
    /** Kept by a trigger: when the first of its payments succeeded. */
    firstPaidAt: moment('first_paid_at'),
    /** Kept by a trigger: since when it gives no access; where Stripe names no end, since it was noticed. */
    lostAt: moment('lost_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('subscriptions_one_live')
      .on(table.userId, table.productId)
      .where(sql`${table.hasAccess}`),
    // Each also holds what the lists filter by, so that a page is found without reading rows.
    index('subscriptions_user').on(
      ...[table.userId, table.startedAt, table.id, table.planId, table.status, table.amount],
    ),
    index('subscriptions_started').on(
      ...[table.startedAt, table.id, table.userId, table.planId, table.status],
    ),
    index('subscriptions_status').on(
      ...[table.status, table.startedAt, table.id, table.planId, table.userId],
    ),
    index('subscriptions_plan').on(
      ...[table.planId, table.startedAt, table.id, table.userId, table.status],
    ),
    index('subscriptions_amount').on(
      ...[table.amount, table.id, table.userId, table.planId, table.status],
    ),
    // What the months' figures count, whole, so that no row is read for them.
    index('subscriptions_trial_over')
      .on(
        sql`least(${table.trialEnd}, ${table.lostAt})`,
        ...[table.startedAt, table.id, table.planId, table.status, table.amount],
        ...[table.trialEnd, table.lostAt, table.firstPaidAt],
      )
      .where(sql`${table.trialEnd} is not null`),
    index('subscriptions_renewing')
      .on(table.periodEnd, table.userId)
      .where(sql`${table.hasAccess} and not ${table.cancelAtPeriodEnd}`),
    // Few: support has set their end after the next renewal, perhaps.
    index('subscriptions_ending')
      .on(table.periodEnd, table.userId)
      .where(
        sql`${table.hasAccess} and ${table.cancelAtPeriodEnd} and ${table.endsAt} > ${table.periodEnd}`,
      ),
    index('subscriptions_first_paid').on(table.firstPaidAt, table.id),
    index('subscriptions_cancel_requested')
      .on(table.cancelRequestedAt, table.cancelReason)
      .where(sql`${table.cancelRequestedAt} is not null`),
    index('subscriptions_until')
      .on(
        sql`coalesce(${table.lostAt}, ${table.trialStart}, ${table.startedAt})`,
        ...[table.startedAt, table.id, table.planId, table.status, table.amount],
        ...[table.hasAccess, table.lostAt, table.trialStart, table.firstPaidAt],
      )
      .where(sql`${table.firstPaidAt} is not null`),
  ],
);

/** Pence of a payment that went back at a moment, by Stripe's clock. */
interface WentBack {
  at: string;
  amount: number;
}

/** One row for each paid, pending or failed invoice. Amounts in pence. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    stripeInvoiceId: text('stripe_invoice_id').notNull().unique(),
    stripeSubscriptionId: text('stripe_subscription_id'),
    productId: uuid('product_id').notNull(),
    planId: uuid('plan_id').notNull(),
    amount: integer('amount').notNull(),
    refunded: integer('refunded').notNull().default(0),
    /**
     * When that went back, as far as it was seen: what is left of `refunded` did before it was noted. Less than
     * nothing where a bank has sent a refund back.
     */
    wentBack: jsonb('went_back').$type<WentBack[]>().notNull().default([]),
    /**
     * What has not gone back and cannot: a credit note gave it otherwise, or a bank decides on it. 0 for
     * what did not succeed.
     */
    withheld: integer('withheld').notNull().default(0),
    /** What the customer's credit paid of the invoice, beside the amount. */
    credit: integer('credit').notNull().default(0),
    /** The VAT in amount and credit together; 0 where none was worked out. */
    vat: integer('vat').notNull().default(0),
    status: text('status', { enum: ['success', 'pending', 'failed', 'refunded'] }).notNull(),
    paidAt: moment('paid_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // Each also holds what the lists filter by, so that a page is found without reading rows.
    index('payments_user').on(
      ...[table.userId, table.paidAt, table.id, table.planId, table.status, table.amount],
    ),
    index('payments_paid_at').on(
      ...[table.paidAt, table.id, table.userId, table.planId, table.status],
    ),
    index('payments_plan').on(
      ...[table.planId, table.paidAt, table.id, table.userId, table.status],
    ),
    index('payments_amount').on(
      ...[table.amount, table.id, table.userId, table.planId, table.status],
    ),
    index('payments_unusual')
      .on(table.status, table.paidAt, table.id, table.planId, table.userId)
      .where(sql`${table.status} <> 'success'`),
    index('payments_unusual_plan')
      .on(table.status, table.planId, table.paidAt, table.id, table.userId)
      .where(sql`${table.status} <> 'success'`),
  ],
);

/** What the payments that were cleared away came to, of nobody by name, so that the revenue stays. Pence. */
export const pastRevenue = pgTable(
  'past_revenue',
  {
    /** Such as 2026-11, in London. */
    month: text('month').notNull(),
    planId: uuid('plan_id').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    refunded: bigint('refunded', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.planId] })],
);
