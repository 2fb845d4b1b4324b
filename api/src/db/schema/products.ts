import type { AccessReason, DeliveryStatus, EventType } from 'contract/product-access';
import type { LoginProduct } from 'contract/product-logins';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, moment } from './moment.ts';

/**
 * What access is: a row for each user and product, from the first subscription on. Triggers keep it
 * (`functions/access.sql`), in the transaction that writes what it follows from.
 */
export const productAccess = pgTable(
  'product_access',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    product: text('product').$type<LoginProduct>().notNull(),
    hasAccess: boolean('has_access').notNull(),
    /** Since when there is access, or none. */
    since: moment('since').notNull(),
    /** How long access lasts at most if nobody is heard of again; null where nothing ends it, or without. */
    until: moment('until'),
    reason: text('reason').$type<AccessReason>().notNull(),
    /** Grows by one with each change of the row, and of who the user is. */
    version: integer('version').notNull().default(1),
    changedAt: moment('changed_at').notNull().defaultNow(),
    /** Its place in the order of change; null until somebody asks for that order. */
    position: bigint('position', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.product] }),
    uniqueIndex('product_access_order').on(table.product, table.position),
    index('product_access_unplaced')
      .on(table.product, table.changedAt)
      .where(sql`${table.position} is null`),
  ],
);

/** The keys with which products ask; of a key only the hash is kept. */
export const productKeys = pgTable(
  'product_keys',
  {
    id: uuid('id').primaryKey(),
    product: text('product').$type<LoginProduct>().notNull(),
    name: text('name').notNull(),
    keyHash: text('key_hash').notNull(),
    /** Its last characters, by which people know it again. */
    ending: text('ending').notNull(),
    expiresAt: moment('expires_at'),
    /** To some minutes, so that not every call writes. */
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('product_keys_hash').on(table.keyHash),
    index('product_keys_product').on(table.product, table.createdAt),
  ],
);

/** The addresses at which products are told. */
export const productEndpoints = pgTable(
  'product_endpoints',
  {
    id: uuid('id').primaryKey(),
    product: text('product').$type<LoginProduct>().notNull(),
    url: text('url').notNull(),
    /** Encrypted, as it is used to sign. */
    secret: text('secret').notNull(),
    /** The one before it, which signs as well until then. */
    previousSecret: text('previous_secret'),
    previousUntil: moment('previous_until'),
    /** Since when nothing arrived, and how often in a row. */
    failingSince: moment('failing_since'),
    failures: integer('failures').notNull().default(0),
    /** Since when nothing is sent any more. */
    disabledAt: moment('disabled_at'),
    createdAt: createdAt(),
  },
  (table) => [index('product_endpoints_product').on(table.product, table.createdAt)],
);

/** What is told to each endpoint, written with the change that it tells of. It names nobody but by id. */
export const productDeliveries = pgTable(
  'product_deliveries',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => productEndpoints.id, { onDelete: 'cascade' }),
    product: text('product').$type<LoginProduct>().notNull(),
    type: text('type').$type<EventType>().notNull(),
    userId: uuid('user_id'),
    hasAccess: boolean('has_access').notNull(),
    since: moment('since'),
    until: moment('until'),
    reason: text('reason').$type<AccessReason>(),
    version: integer('version').notNull(),
    createdAt: createdAt(),
    status: text('status').$type<DeliveryStatus>().notNull().default('waiting'),
    /** When it is sent next, or looked for again if its process is gone. */
    dueAt: moment('due_at').notNull().defaultNow(),
    /** Until when it is tried. */
    givenUpAt: moment('given_up_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastAt: moment('last_at'),
    lastMilliseconds: integer('last_milliseconds'),
    /** What the receiver answered: the HTTP status, and the beginning of the rest; or what went wrong. */
    answerStatus: integer('answer_status'),
    answer: text('answer'),
  },
  (table) => [
    index('product_deliveries_due')
      .on(table.endpointId, table.dueAt)
      .where(sql`${table.status} = 'waiting'`),
    index('product_deliveries_newest').on(table.product, table.createdAt, table.id),
    index('product_deliveries_created').on(table.createdAt),
    index('product_deliveries_user').on(table.userId),
  ],
);
