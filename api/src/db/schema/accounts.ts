import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes } from './bytes.ts';
import { createdAt, moment, updatedAt } from './moment.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** As it was typed. */
    email: text('email').notNull(),
    /** `emailKey` of it, for every look-up; a trigger fills it for a release that does not know it. */
    emailKey: text('email_key').notNull().default(''),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ['admin', 'user'] }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** An account of the demo, whose password is known to everybody. */
    isDemo: boolean('is_demo').notNull().default(false),
    /** Kept by a trigger: since when the user may not sign in. */
    deactivatedAt: moment('deactivated_at'),
    /** The row stays for the payments' sake, without anything personal in it. */
    deletedAt: moment('deleted_at'),
    /**
     * The last sign-in, to the day, or when the account was made. Those of accounts that are older
     * than this column were not kept: for them it is when it came.
     */
    lastLoginAt: moment('last_login_at').notNull().defaultNow(),
    /** When an account is deleted that nobody signs in to; a sign-in empties it. */
    deletionDueAt: moment('deletion_due_at'),
    /** When that was announced last; null where an earlier release did it. */
    deletionAnnouncedAt: moment('deletion_announced_at'),
    /** When the e-mail was shown to be the user's; null for one that is only typed. */
    emailVerifiedAt: moment('email_verified_at'),
    /** Made before that was asked for: products open without it. */
    opensUnverified: boolean('opens_unverified').notNull().default(false),
    /** Raised by each new password: devices that were known before it are not any more. */
    deviceGeneration: integer('device_generation').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** What a search looks in: the full name and the e-mail, a line each. */
    words: text('words')
      .notNull()
      .generatedAlwaysAs(
        sql`case when deleted_at is null then lower(first_name || ' ' || last_name || chr(10) || email) else '' end`,
      ),
  },
  (table) => [
    uniqueIndex('users_email').on(table.emailKey),
    index('users_created_at').on(table.createdAt, table.id),
    index('users_role').on(table.role, table.id),
    index('users_name').on(sql`lower(${table.firstName} || ' ' || ${table.lastName})`, table.id),
    index('users_last_name').on(
      sql`lower(${table.lastName} || ' ' || ${table.firstName})`,
      table.id,
    ),
    // Few among many.
    index('users_deleted').on(table.id).where(sql`${table.deletedAt} is not null`),
    // Who has not signed in for longest. It knows nothing of when they are deleted: no index does, so that this is
    // noted on the row's own page, which keeps room for it, and in no index anew.
    index('users_unused').on(table.lastLoginAt, table.id).where(sql`${table.deletedAt} is null`),
    // At once: what is put off is made up for by one of many, who holds a user meanwhile.
    index('users_pieces')
      .using('gin', sql`word_pieces(${table.words})`)
      .with({ fastupdate: false }),
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
    /** Browser and system of the sign-in, in words; '' where they are not known. */
    device: text('device').notNull().default(''),
    /** To some minutes, so that not every request writes. */
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    /** When its owner last proved who they are, after signing in. */
    provedAt: moment('proved_at'),
    /**
     * The session of the admin who sees what this one's user sees. It counts only with that one, and is
     * over so soon that nobody has to clear it away.
     */
    viewerSessionId: uuid('viewer_session_id'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
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
  (table) => [
    index('password_resets_user').on(table.userId),
    index('password_resets_expires').on(table.expiresAt),
  ],
);

/** A change of e-mail that somebody has asked for, until it can neither be made nor undone. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The e-mail before, as it was typed. */
    emailBefore: text('email_before').notNull(),
    email: text('email').notNull(),
    /** When the link of the new e-mail was used; null while nothing has changed. */
    confirmedAt: moment('confirmed_at'),
    /** Whether the e-mail before was known to be the user's when it was left. */
    wasVerified: boolean('was_verified').notNull().default(true),
    /** Until when a link of it may be used. */
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_changes_user').on(table.userId),
    index('email_changes_expires').on(table.expiresAt),
  ],
);

/** One row for each link about an e-mail that was sent; only the hash of its key is kept. */
export const emailLinks = pgTable(
  'email_links',
  {
    keyHash: text('key_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** To show that an e-mail is the user's, to take another one, or to take the one before again. */
    purpose: text('purpose', { enum: ['verify', 'change', 'undo'] }).notNull(),
    /** The change that it makes or undoes. */
    changeId: uuid('change_id').references(() => emailChanges.id, { onDelete: 'cascade' }),
    /** The e-mail that it was sent to, as it was typed, and by which accounts are told apart. */
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_links_user').on(table.userId),
    index('email_links_email').on(table.emailKey),
    index('email_links_change').on(table.changeId),
    index('email_links_expires').on(table.expiresAt),
  ],
);

/** Each copy of one's data that was asked for; the file itself goes with its download or after a day. */
export const dataCopies = pgTable(
  'data_copies',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestedAt: moment('requested_at').notNull(),
    /** When it was made and its link was sent; until when that works. */
    madeAt: moment('made_at'),
    expiresAt: moment('expires_at'),
    fetchedAt: moment('fetched_at'),
    content: bytes('content'),
  },
  (table) => [
    index('data_copies_user').on(table.userId, table.requestedAt),
    index('data_copies_requested').on(table.requestedAt),
    index('data_copies_made').on(table.expiresAt).where(sql`${table.content} is not null`),
  ],
);
