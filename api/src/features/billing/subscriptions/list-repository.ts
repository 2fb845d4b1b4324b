import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import {
  orderOf,
  type Page,
  type PageRequest,
  type Sort,
  sortedAfterwards,
  toPage,
} from '../../../db/keyset.ts';
import { inMonth, startOfMonth } from '../../../db/london.ts';
import { subscriptions, users } from '../../../db/schema.ts';
import { isOfFound, type Search } from '../../../db/user-search.ts';
import { readWanted } from '../page-repository.ts';
import type { SubscriptionRow } from './repository.ts';

export interface SubscriptionFilter {
  search?: Search | undefined;
  status?: SubscriptionRow['status'] | undefined;
  planIds?: string[] | undefined;
  userId?: string | undefined;
  /** The rows behind a figure of the dashboard. */
  figure?: keyof typeof behind | undefined;
  /** The month of that figure, in London. */
  month?: string | undefined;
}

export interface SubscriptionWithHolder {
  subscription: SubscriptionRow;
  holder: { id: string; firstName: string; lastName: string; email: string };
}

const sortable = {
  start_date: { column: sql`${subscriptions.startedAt}`, type: 'timestamptz' },
  price: { column: sql`${subscriptions.amount}`, type: 'integer' },
} as const;

export type SubscriptionSort = keyof typeof sortable;

const isRecurring = sql`${subscriptions.hasAccess} and ${subscriptions.status} = 'active'`;
const until = sql`coalesce(${subscriptions.lostAt}, ${subscriptions.trialStart}, ${subscriptions.startedAt})`;
const hadTrial = isNotNull(subscriptions.trialEnd);
const trialOver = sql`least(${subscriptions.trialEnd}, ${subscriptions.lostAt})`;
const hasPaid = isNotNull(subscriptions.firstPaidAt);
const isTrialOver = sql`${subscriptions.status} <> 'trial'`;
const during = (moment: SQL, month: string | undefined) =>
  month === undefined ? sql`${moment} is not null` : inMonth(moment, month);

/** The rows of each figure, as the facts in the database's triggers have them. */
const behind = {
  recurring: () => and(hasPaid, isRecurring),
  churned: (month?: string) =>
    and(
      hasPaid,
      sql`not (${isRecurring})`,
      // In a month known: paid for before it began, which costs no calendar for each row.
      month === undefined
        ? sql`london_month(${subscriptions.firstPaidAt}) < london_month(${until})`
        : lt(subscriptions.firstPaidAt, startOfMonth(month)),
      during(until, month),
    ),
  'trial-ended': (month?: string) => and(isTrialOver, hadTrial, during(trialOver, month)),
  'trial-converted': (month?: string) =>
    and(isTrialOver, hadTrial, hasPaid, during(trialOver, month)),
};

/** One page of the subscriptions that match, each with its holder. Throws ForeignCursor. */
export async function findSubscriptionPage(
  db: Db,
  filter: SubscriptionFilter,
  sort: Sort<SubscriptionSort>,
  request: PageRequest,
): Promise<Page<SubscriptionWithHolder>> {
  const usual = orderOf('subscriptions', sort, sortable, sql`${subscriptions.id}`);
  // What happened in a month is found in an index of its own.
  const order = filter.month === undefined ? usual : sortedAfterwards(usual);
  const { search, ...others } = filter;
  const by = sort.by === 'price' ? subscriptions.amount : subscriptions.startedAt;
  const list = { table: subscriptions, search, others: matching(others), order, by, request };
  const found = await readWanted(db, list, (wanted, orderBy) =>
    db
      .select({
        subscription: subscriptions,
        holder: {
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          email: users.email,
        },
      })
      .from(wanted)
      .innerJoin(subscriptions, eq(subscriptions.id, wanted.id))
      .innerJoin(users, eq(users.id, subscriptions.userId))
      .orderBy(orderBy),
  );
  return toPage(order, request, found, ({ subscription }) => ({
    value: sort.by === 'price' ? String(subscription.amount) : subscription.startedAt.toISOString(),
    id: subscription.id,
  }));
}

/** How many match, by status and plan, counted; for filters whose figures are not kept. */
export async function countSubscriptions(db: Db, filter: SubscriptionFilter) {
  return db
    .select({
      status: subscriptions.status,
      kind: subscriptions.planId,
      count: sql`count(*)`.mapWith(Number) as SQL<number>,
    })
    .from(subscriptions)
    .where(matching(filter))
    .groupBy(subscriptions.status, subscriptions.planId);
}

function matching(filter: SubscriptionFilter): SQL | undefined {
  const { search, status, planIds, userId, figure, month } = filter;
  return and(
    search && isOfFound(subscriptions.userId, search),
    status === undefined ? undefined : eq(subscriptions.status, status),
    planIds === undefined ? undefined : inArray(subscriptions.planId, planIds),
    userId === undefined ? undefined : eq(subscriptions.userId, userId),
    figure && behind[figure](month),
  );
}
