import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { startOfMonth } from '../../db/london.ts';
import { pastRevenue, payments } from '../../db/schema.ts';

const london = sql`(present.moment at time zone 'Europe/London')`;
const firstDay = sql`date_trunc('month', ${london})`;
const lastMonthFirst = sql`(${firstDay} - interval '1 month')`;
/**
 * The same day and time of last month, where the days end that the running month is compared with;
 * the end of last month where it has no such day.
 */
const lastMonthNow = sql`least(${lastMonthFirst} + (${london} - ${firstDay}), ${firstDay})`;
const kept = sql`${payments.amount} - ${payments.refunded}`;
const isPaid = sql`${payments.status} in ('success', 'refunded')`;

export interface Today extends Record<string, unknown> {
  /** The running month in London, such as 2026-11, and the day. */
  month: string;
  day: string;
  /** The first day of last month, and the day up to which it is compared. */
  lastMonthFirst: string;
  monthAgo: string;
  /** Pence kept of that day, up to the present time of day. */
  monthAgoSoFar: number;
}

/**
 * What the dashboard takes for now: the database's time, or that of the newest of what happened
 * where Stripe's clock runs ahead, so that whatever is in a total is in a month, too.
 */
const momentReaching = (month: string | null) => sql`greatest(now(),
  (select max(${payments.paidAt}) from ${payments}),
  ${month === null ? sql`null` : startOfMonth(month)})`;

/** What the dashboard needs that is not kept as a figure; `reached` is a month that has begun. */
export async function readToday(db: Db, reached: string | null): Promise<Today> {
  const { rows } = await db.execute<Today>(sql`
    with present as materialized (select ${momentReaching(reached)} as moment)
    select
      london_month(present.moment) as month,
      london_day(present.moment) as day,
      ${lastMonthFirst}::date::text as "lastMonthFirst",
      ${lastMonthNow}::date::text as "monthAgo",
      (select coalesce(sum(${kept}), 0)::float8 from ${payments}
        where ${isPaid}
        and ${payments.paidAt} >= date_trunc('day', ${lastMonthNow}) at time zone 'Europe/London'
        and ${payments.paidAt} < ${lastMonthNow} at time zone 'Europe/London') as "monthAgoSoFar"
    from present`);
  const [today] = rows;
  if (!today) throw new Error('A select without a table answered no row');
  return today;
}

/** Pence that payments brought in which were cleared away for their age, less what was given back. */
export async function sumPastRevenue(db: Db): Promise<number> {
  const [row] = await db
    .select({
      kept: sql<number>`coalesce(sum(${pastRevenue.amount} - ${pastRevenue.refunded}), 0)::float8`,
    })
    .from(pastRevenue);
  return row?.kept ?? 0;
}

/** Pence a user has paid, less what was given back. */
export async function sumSpent(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ spent: sql`coalesce(sum(${kept}), 0)`.mapWith(Number) as SQL<number> })
    .from(payments)
    .where(sql`${payments.userId} = ${userId} and ${isPaid}`);
  return row?.spent ?? 0;
}
