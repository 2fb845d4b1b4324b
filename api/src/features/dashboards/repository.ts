import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { payments, subscriptions, users } from '../../db/schema.ts';

/** The start of the running calendar month in London. */
const monthStart = sql`date_trunc('month', now() at time zone 'Europe/London') at time zone 'Europe/London'`;
const lastMonthStart = sql`(date_trunc('month', now() at time zone 'Europe/London') - interval '1 month') at time zone 'Europe/London'`;
/** This moment of last month: the end of the days that the running month is compared with. */
const lastMonthToday = sql`((now() at time zone 'Europe/London') - interval '1 month') at time zone 'Europe/London'`;

const kept = sql`${payments.amount} - ${payments.refunded}`;

export interface Overview {
  activeUsers: { now: number; before: number };
  trialUsers: { now: number; before: number };
  activeSubscriptions: { now: number; before: number };
  /** Pence: all time, and the same days of this month and last. */
  revenue: { total: number; thisMonth: number; lastMonth: number };
}

/**
 * The admin's four figures. `before` is the end of the last calendar month, told from the times
 * that Stripe gives a subscription.
 */
export async function readOverview(db: Db): Promise<Overview> {
  const [row] = await db
    .select({
      activeUsers: count(sql`select 1 from ${users} where ${users.isActive}`),
      activeUsersBefore: count(
        sql`select 1 from ${users} where ${users.isActive} and ${users.createdAt} < ${monthStart}`,
      ),
      trialUsers: count(
        sql`select distinct ${subscriptions.userId} from ${subscriptions} where ${subscriptions.status} = 'trial'`,
      ),
      trialUsersBefore: count(
        sql`select distinct ${subscriptions.userId} from ${subscriptions}
            where ${subscriptions.trialStart} < ${monthStart}
            and least(${subscriptions.trialEnd}, coalesce(${subscriptions.endedAt}, 'infinity')) >= ${monthStart}`,
      ),
      active: count(sql`select 1 from ${subscriptions} where ${subscriptions.status} = 'active'`),
      activeBefore: count(
        sql`select 1 from ${subscriptions}
            where coalesce(${subscriptions.trialEnd}, ${subscriptions.startedAt}) < ${monthStart}
            and coalesce(${subscriptions.endedAt}, 'infinity') >= ${monthStart}`,
      ),
      revenue: revenue(sql`true`),
      revenueThisMonth: revenue(sql`${payments.paidAt} >= ${monthStart}`),
      revenueLastMonth: revenue(
        sql`${payments.paidAt} >= ${lastMonthStart} and ${payments.paidAt} < ${lastMonthToday}`,
      ),
    })
    .from(sql`(select 1) as one`);
  if (!row) throw new Error('A select without a table answered no row');
  return {
    activeUsers: { now: row.activeUsers, before: row.activeUsersBefore },
    trialUsers: { now: row.trialUsers, before: row.trialUsersBefore },
    activeSubscriptions: { now: row.active, before: row.activeBefore },
    revenue: {
      total: row.revenue,
      thisMonth: row.revenueThisMonth,
      lastMonth: row.revenueLastMonth,
    },
  };
}

/** Pence a user has paid, less what was given back. */
export async function sumSpent(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ spent: revenue(sql`${payments.userId} = ${userId}`) })
    .from(sql`(select 1) as one`);
  return row?.spent ?? 0;
}

function count(rows: SQL): SQL<number> {
  return sql`(select count(*) from (${rows}) as counted)`.mapWith(Number) as SQL<number>;
}

function revenue(condition: SQL): SQL<number> {
  return sql`(select coalesce(sum(${kept}), 0) from ${payments}
    where ${payments.status} in ('success', 'refunded') and ${condition})`.mapWith(
    Number,
  ) as SQL<number>;
}
