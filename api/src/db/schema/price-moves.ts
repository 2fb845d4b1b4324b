import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { moment } from './moment.ts';

/** Who was told of a new price of what they hold, and when it may apply. Amounts in pence. */
export const priceMoves = pgTable(
  'price_moves',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    stripeSubscriptionId: text('stripe_subscription_id').notNull(),
    planId: uuid('plan_id').notNull(),
    /** Stripe's new price. */
    priceId: text('price_id').notNull(),
    oldAmount: integer('old_amount').notNull(),
    newAmount: integer('new_amount').notNull(),
    /** By Stripe's clock, as all that follows from it. */
    toldAt: moment('told_at').notNull(),
    /** It moves at its first renewal from here on. */
    notBefore: moment('not_before').notNull(),
  },
  (table) => [
    unique('price_moves_once').on(table.stripeSubscriptionId, table.priceId),
    index('price_moves_user').on(table.userId, sql`${table.toldAt} desc`),
  ],
);
