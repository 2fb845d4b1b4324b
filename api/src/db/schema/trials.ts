import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt } from './moment.ts';

/** The cards that trials began with, by their hashes: a card has one trial of each product. */
export const trialCards = pgTable(
  'trial_cards',
  {
    cardHash: text('card_hash').notNull(),
    product: text('product', { enum: ['portfolio', 'cataract', 'combined'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The trial that it began with, by Stripe's id of the subscription. */
    stripeId: text('stripe_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.cardHash, table.product] }),
    index('trial_cards_subscription').on(table.stripeId),
    index('trial_cards_user').on(table.userId),
  ],
);

/** One more trial that an admin allows somebody, the last one allowed. */
export const trialAllowances = pgTable('trial_allowances', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  id: uuid('id').notNull().default(sql`gen_random_uuid()`),
  /** The subscription whose trial it was used for; null while it is open. */
  stripeId: text('stripe_id'),
  createdAt: createdAt(),
});
