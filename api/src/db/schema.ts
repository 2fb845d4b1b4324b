import type { Difference } from 'contract/reconciliation';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => moment('created_at').notNull().defaultNow();
const updatedAt = () =>
  moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ['admin', 'user'] }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    index('users_created_at').on(table.createdAt, table.id),
  ],
);

/** One row for each token given out; a token without a live row is worthless. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** One row for each reset link sent; only the hash of its key is kept. */
export const passwordResets = pgTable(
  'password_resets',
  {
    keyHash: text('key_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
);

/**
 * Ties a user to the Stripe customer. `syncStarted` numbers the looks at Stripe, `syncWritten` is
 * the newest look whose result stands in our tables: an older look never overwrites a newer one.
 */
export const stripeCustomers = pgTable('stripe_customers', {
  id: text('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id),
  syncStarted: integer('sync_started').notNull().default(0),
  syncWritten: integer('sync_written').notNull().default(0),
  createdAt: createdAt(),
});

/** A wish to buy. At most one is open for a user, so two tabs end in one checkout session. */
export const checkoutIntents = pgTable(
  'checkout_intents',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: uuid('plan_id').notNull(),
    trialDays: integer('trial_days').notNull(),
    /** 'change' is a wish for another plan of what is held, confirmed in the portal. */
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
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    startedAt: moment('started_at').notNull(),
    trialStart: moment('trial_start'),
    trialEnd: moment('trial_end'),
    periodEnd: moment('period_end'),
    endsAt: moment('ends_at'),
    /** When the end was asked for, by Stripe's clock. */
    cancelRequestedAt: moment('cancel_requested_at'),
    endedAt: moment('ended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('subscriptions_one_live')
      .on(table.userId, table.productId)
      .where(sql`${table.hasAccess}`),
    index('subscriptions_user').on(table.userId, table.startedAt),
    index('subscriptions_started').on(table.startedAt, table.id),
  ],
);

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
    status: text('status', { enum: ['success', 'pending', 'failed', 'refunded'] }).notNull(),
    paidAt: moment('paid_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('payments_user').on(table.userId, table.paidAt, table.id),
    index('payments_paid_at').on(table.paidAt, table.id),
  ],
);

/** Every webhook event that was accepted, once. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    customerId: text('customer_id'),
    createdAt: moment('created_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    processedAt: moment('processed_at'),
  },
  (table) => [
    index('stripe_events_waiting').on(table.receivedAt).where(sql`${table.processedAt} is null`),
    index('stripe_events_customer').on(table.customerId, table.receivedAt),
  ],
);

/** Each comparison of our rows with Stripe's, with what it found and repaired. */
export const reconciliationRuns = pgTable(
  'reconciliation_runs',
  {
    id: uuid('id').primaryKey(),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
    /** Customers that were compared. */
    checked: integer('checked').notNull().default(0),
    /** All that were found; `differences` keeps the first of them. */
    found: integer('found').notNull().default(0),
    differences: jsonb('differences').$type<Difference[]>().notNull().default([]),
  },
  (table) => [index('reconciliation_runs_started').on(table.startedAt)],
);

/** How often something was tried in a window of time, counted for all processes together. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: moment('expire'),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);

/** Who did what to what, when and from where. A trigger lets rows only be added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    at: moment('at').notNull().defaultNow(),
    action: text('action').notNull(),
    actorId: uuid('actor_id'),
    target: text('target'),
    address: text('address').notNull(),
  },
  (table) => [index('audit_log_at').on(table.at, table.id)],
);

/** Every e-mail that was caused, once for each cause; `content` is what the template needs. */
export const outgoingEmails = pgTable('outgoing_emails', {
  cause: text('cause').primaryKey(),
  template: text('template').notNull(),
  recipient: text('recipient').notNull(),
  content: jsonb('content').notNull(),
  createdAt: createdAt(),
  sentAt: moment('sent_at'),
});
