import { type SQL, sql } from 'drizzle-orm';

/** When a month such as 2026-11 begins in London. */
export function startOfMonth(month: string): SQL {
  return sql`(${`${month}-01`}::date::timestamp at time zone 'Europe/London')`;
}

/** Whether a moment falls into a month of London's calendar, such as 2026-11. */
export function inMonth(moment: SQL, month: string): SQL {
  const first = sql`${`${month}-01`}::date`;
  return sql`${moment} >= ${first}::timestamp at time zone 'Europe/London'
    and ${moment} < (${first} + interval '1 month') at time zone 'Europe/London'`;
}
