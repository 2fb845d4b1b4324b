import type { RefusalCause } from 'contract/failures';
import type { Difference } from 'contract/reconciliation';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

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
    index('stripe_events_waiting')
      .on(table.receivedAt, table.id)
      .where(sql`${table.processedAt} is null`),
    index('stripe_events_processed').on(table.processedAt),
    index('stripe_events_customer').on(table.customerId, table.receivedAt),
  ],
);

/** Webhooks that were refused, by their cause. */
export const refusedWebhooks = pgTable('refused_webhooks', {
  cause: text('cause').$type<RefusalCause>().primaryKey(),
  count: integer('count').notNull(),
  firstAt: moment('first_at').notNull(),
  lastAt: moment('last_at').notNull(),
});

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
