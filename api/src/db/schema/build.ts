import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes } from './bytes.ts';
import { moment } from './moment.ts';

/**
 * The scripts, styles and pictures of the builds that were served lately, by the address that names their contents:
 * a page that came from one release finds its own at every process, and for a while after the next one.
 */
export const buildAssets = pgTable('build_assets', {
  address: text('address').primaryKey(),
  bytes: bytes('bytes').notNull(),
  /** The same as the build compressed it, if it did. */
  brotli: bytes('brotli'),
  /** Since when the release that began last is made without it; null while it is a part of that one. */
  replacedAt: moment('replaced_at'),
});
