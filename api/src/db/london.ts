import { type SQL, sql } from 'drizzle-orm';

/** When a month such as 2026-11 begins in London. */
export function startOfMonth(month: string): SQL {
  return sql`(${firstDay(month)} at time zone 'Europe/London')`;
}

/** Whether a moment falls into a month of London's calendar, such as 2026-11. */
export function inMonth(moment: SQL, month: string): SQL {
  return sql`${moment} >= ${startOfMonth(month)}
    and ${moment} < (${firstDay(month)} + interval '1 month') at time zone 'Europe/London'`;
}

const firstDay = (month: string): SQL => sql`${`${month}-01`}::date::timestamp`;
