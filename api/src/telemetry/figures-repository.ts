import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { outgoingEmails, stripeEvents } from '../db/schema.ts';

/** What waits, as the database has it: the same whichever process asks. Ages are in seconds. */
interface WaitingRow {
  now: number;
  events: number;
  oldestEvent: number;
  mails: number;
  oldestMail: number;
  [name: string]: unknown;
}

const age = (moment: unknown) =>
  sql`coalesce(extract(epoch from now() - min(${moment})), 0)::float8`;

export async function findWaiting(db: Db): Promise<WaitingRow | undefined> {
  const events = sql`from ${stripeEvents} where ${stripeEvents.processedAt} is null`;
  // They are tried for a day; what gave up stands among the jobs that did. What was dropped, or was for somebody
  // who has been deleted, is for nobody any more.
  const mails = sql`from ${outgoingEmails} where ${outgoingEmails.sentAt} is null
    and ${outgoingEmails.recipient} <> ''
    and ${outgoingEmails.createdAt} > now() - interval '2 days'`;
  const { rows } = await db.execute<WaitingRow>(sql`select
    extract(epoch from clock_timestamp())::float8 as now,
    (select count(*)::int ${events}) as events,
    (select ${age(stripeEvents.receivedAt)} ${events}) as "oldestEvent",
    (select count(*)::int ${mails}) as mails,
    (select ${age(outgoingEmails.createdAt)} ${mails}) as "oldestMail"`);
  return rows[0];
}

/**
 * The jobs that wait, by their kind, and for how long the one that is longest due has been. None of ours waits for
 * another; that it is said lets the queue's own index of those that wait answer.
 */
export async function findQueues(db: Db) {
  const { rows } = await db.execute<{ name: string; waiting: number; oldest: number }>(
    sql`select name, count(*)::int as waiting,
        greatest(0, extract(epoch from now() - min(start_after)))::float8 as oldest
      from pgboss.job where state < 'active' and not blocked and name not like '\\_\\_%' group by name`,
  );
  return rows;
}
