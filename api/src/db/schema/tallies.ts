import { bigint, bigserial, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

const figures = () => ({
  count: bigint('count', { mode: 'number' }).notNull(),
  /** Pence. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  refunded: bigint('refunded', { mode: 'number' }).notNull(),
});

/**
 * How many users, subscriptions and payments match a search term that many match, by status and
 * by role or plan; the empty term is everything, with figures by month and day besides. What
 * triggers wrote to `tally_changes` is not in here yet: the two together are exact.
 */
export const tallies = pgTable(
  'tallies',
  {
    term: text('term').notNull(),
    subject: text('subject').notNull(),
    status: text('status').notNull(),
    kind: text('kind').notNull(),
    ...figures(),
  },
  (table) => [primaryKey({ columns: [table.term, table.subject, table.status, table.kind] })],
);

/** Changes to the tallies, only ever added to by those who write, so that nobody waits. */
export const tallyChanges = pgTable('tally_changes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** The words of the user it belongs to; null where no search reaches. */
  words: text('words'),
  subject: text('subject').notNull(),
  status: text('status').notNull(),
  kind: text('kind').notNull(),
  ...figures(),
});

/** The search terms whose figures are kept in `tallies`. */
export const tallyTerms = pgTable('tally_terms', { term: text('term').primaryKey() });

/** When the terms were last chosen, and how many users there were. */
export const tallyRecounts = pgTable('tally_recounts', {
  at: moment('at').primaryKey().defaultNow(),
  users: integer('users').notNull(),
});

/**
 * Who is on trial now, and who was when a month began in London (`at` is 'now' or that month), each
 * once however many trials there are; kept by a trigger.
 */
export const trialHolders = pgTable(
  'trial_holders',
  { userId: uuid('user_id').notNull(), at: text('at').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.at] })],
);

/** Each user's payments added up, kept by a trigger. */
export const paymentTallies = pgTable(
  'payment_tallies',
  {
    userId: uuid('user_id').notNull(),
    status: text('status').notNull(),
    planId: uuid('plan_id').notNull(),
    ...figures(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.status, table.planId] })],
);
