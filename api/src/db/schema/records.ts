import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './moment.ts';

/** How often something was tried in a window of time, counted for all processes together. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: moment('expire'),
    /** Sign-ins that have no verdict yet: until when each of them counts, in seconds since 1970. */
    pending: jsonb('pending').notNull().default({}),
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
    /** What exactly was done, where the action does not say it all. */
    detail: text('detail'),
  },
  (table) => [
    index('audit_log_at').on(table.at, table.id),
    index('audit_log_action').on(table.action, table.at, table.id),
    index('audit_log_actor').on(table.actorId, table.at, table.id),
    index('audit_log_target').on(table.target, table.at, table.id),
  ],
);

/** Every e-mail that was caused, once for each cause; `content` is what the template needs. */
export const outgoingEmails = pgTable(
  'outgoing_emails',
  {
    cause: text('cause').primaryKey(),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    content: jsonb('content').notNull(),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
  },
  // An address that was deleted or changed is forgotten in the mails that were sent to it.
  (table) => [
    index('outgoing_emails_recipient').on(table.recipient),
    index('outgoing_emails_sent').on(table.sentAt),
    index('outgoing_emails_given_up')
      .on(table.createdAt)
      .where(sql`${table.recipient} = '' and ${table.sentAt} is null`),
  ],
);

/** Each run of the daily job that clears away what is over, with what it did, by name. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: uuid('id').primaryKey(),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    /** It ran out of time: the next one goes on. */
    isPartial: boolean('is_partial').notNull().default(false),
  },
  (table) => [index('retention_runs_started').on(table.startedAt)],
);
