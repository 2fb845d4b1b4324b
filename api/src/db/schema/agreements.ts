import type { LegalKind } from 'contract/agreements';
import type { Term } from 'contract/sale-terms';
import { sql } from 'drizzle-orm';
import { boolean, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { moment } from './moment.ts';

/** Every version of the legal texts that this product was run with, whole, so that it can be read. */
export const legalVersions = pgTable('legal_versions', {
  /** The hash of what is read. */
  version: text('version').primaryKey(),
  kind: text('kind').$type<LegalKind>().notNull(),
  documents: jsonb('documents').notNull(),
  firstUsedAt: moment('first_used_at').notNull().defaultNow(),
});

/** A version that matters: told by mail, and once after the sign-in that follows its day. */
export const legalChanges = pgTable(
  'legal_changes',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<LegalKind>().notNull(),
    version: text('version').notNull(),
    says: text('says').notNull(),
    /** A day in London. */
    inForceOn: date('in_force_on').notNull(),
    announcedAt: moment('announced_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('legal_changes_version').on(table.version)],
);

/** Who agreed to what, when, from where, under which versions and after being told what. */
export const agreements = pgTable(
  'agreements',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: ['account', 'subscription', 'change'] }).notNull(),
    agreedAt: moment('agreed_at').notNull().defaultNow(),
    address: text('address').notNull(),
    termsVersion: text('terms_version'),
    privacyVersion: text('privacy_version'),
    /** The change that was read. */
    changeId: uuid('change_id').references(() => legalChanges.id),
    /** The plan that was chosen. */
    planId: uuid('plan_id'),
    /** Stripe's subscription that came of it; until then a choice that may be made anew. */
    stripeSubscriptionId: text('stripe_subscription_id'),
    shown: jsonb('shown').$type<Term[]>().notNull().default([]),
    startAtOnce: boolean('start_at_once').notNull().default(false),
    /** The mail that confirmed it, as it was sent. */
    confirmation: jsonb('confirmation').$type<{ subject: string; text: string }>(),
  },
  (table) => [
    index('agreements_user').on(table.userId, table.agreedAt, table.id),
    uniqueIndex('agreements_one_choice')
      .on(table.userId, table.planId)
      .where(sql`${table.kind} = 'subscription' and ${table.stripeSubscriptionId} is null`),
    uniqueIndex('agreements_one_acknowledgement')
      .on(table.userId, table.changeId)
      .where(sql`${table.changeId} is not null`),
  ],
);
