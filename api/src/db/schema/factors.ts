import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes } from './bytes.ts';
import { createdAt, moment } from './moment.ts';

/** The authenticator apps of users (RFC 6238); one counts once its first code was typed. */
export const authenticatorApps = pgTable(
  'authenticator_apps',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Encrypted: whoever reads the database cannot make codes. */
    secret: text('secret').notNull(),
    confirmedAt: moment('confirmed_at'),
    /** The newest step of 30 seconds whose code was used: none up to it is taken again. */
    lastStep: integer('last_step').notNull().default(0),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('authenticator_apps_user').on(table.userId),
    index('authenticator_apps_unfinished')
      .on(table.createdAt)
      .where(sql`${table.confirmedAt} is null`),
  ],
);

/** The recovery codes that are left; a code that is used is gone. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The code's first characters, by which it is found. */
    lookup: text('lookup').notNull(),
    /** The hash of the whole of it. */
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** The passkeys of users (WebAuthn): a public key for each, with nothing secret in it. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the authenticator calls it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    /** How often the authenticator says that it was used; many always say 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** The ways by which a browser reaches it. */
    transports: text('transports').array().notNull(),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);
