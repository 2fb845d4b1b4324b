import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { outgoingEmails, stripeEvents } from '../../db/schema.ts';
import { asItsQueue } from '../../jobs/given-up-repository.ts';

export interface FailedJobRow {
  id: string;
  name: string;
  about: string | null;
  recipient: string | null;
  error: string | null;
  tries: number;
  failedAt: string;
}

/*
 * Jobs of ours that gave up, but for those whose work another one has done since. The queue keeps
 * them for 90 days.
 */
const gaveUp = sql`from pgboss.job j where j.state = 'failed' and j.name not like '\\_\\_%'
  and not exists (select from ${stripeEvents} e
    where j.name = 'sync-customer' and e.id = j.data->>'eventId' and e.processed_at is not null)
  and not exists (select from ${outgoingEmails} m
    where j.name = 'send-email' and m.cause = j.data->>'cause' and m.sent_at is not null)`;

/** The newest jobs that gave up. */
export async function findFailedJobs(db: Db, limit: number): Promise<FailedJobRow[]> {
  return rowsOf<FailedJobRow>(
    db,
    sql`select j.id, j.name, coalesce(j.data->>'customerId', j.data->>'cause') as about,
      (select nullif(recipient, '') from ${outgoingEmails}
        where j.name = 'send-email' and cause = j.data->>'cause') as recipient,
      coalesce(j.output->>'message', j.output->'value'->>'message') as error,
      j.retry_count + 1 as tries,
      to_char(j.completed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "failedAt"
      ${gaveUp} order by j.completed_on desc, j.id limit ${limit}`,
  );
}

export async function countFailedJobs(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, sql`select count(*)::int as count ${gaveUp}`);
  return row?.count ?? 0;
}

/**
 * Lets one of the jobs that gave up, or all of them, be tried once more, now; answers the queue of
 * each. pg-boss deletes what waits for longer than its two weeks, and these may be older.
 */
export async function retryFailedJobs(db: Db, id?: string): Promise<string[]> {
  const one = id === undefined ? sql`` : sql` and j.id = ${id}::uuid`;
  const retried = await rowsOf<{ name: string }>(
    db,
    sql`update pgboss.job set state = 'retry', completed_on = null, start_after = now(),
        retry_limit = retry_count + 1, ${asItsQueue},
        keep_until = greatest(keep_until, now() + interval '14 days')
      where (name, id) in (select j.name, j.id ${gaveUp}${one}) returning name`,
  );
  return retried.map(({ name }) => name);
}

/** Holds the jobs that gave up, or the one, and answers their mails that are of these templates. */
export function findGivenUpMails(
  db: Db,
  templates: string[],
  id?: string,
): Promise<{ id: string; cause: string; template: string; content: unknown }[]> {
  const one = id === undefined ? sql`` : sql` and j.id = ${id}::uuid`;
  return rowsOf(
    db,
    sql`select given_up.id, m.cause, m.template, m.content
      from (select j.id, j.data->>'cause' as cause ${gaveUp} and j.name = 'send-email'${one}
        for update of j) as given_up
      join ${outgoingEmails} m on m.cause = given_up.cause
      where m.template = any(${sql.param(templates)}::text[])`,
  );
}

/**
 * Drops jobs that gave up, and forgets what their mails were to say; that those were written stays, so
 * that nothing writes them anew.
 */
export async function dropMails(db: Db, mails: { id: string; cause: string }[]): Promise<void> {
  if (mails.length === 0) return;
  const ids = mails.map(({ id }) => id);
  const causes = mails.map(({ cause }) => cause);
  await db.execute(sql`delete from pgboss.job where name = 'send-email' and state = 'failed'
    and id = any(${sql.param(ids)}::uuid[])`);
  await db
    .update(outgoingEmails)
    .set({ content: {}, recipient: '' })
    .where(and(inArray(outgoingEmails.cause, causes), isNull(outgoingEmails.sentAt)));
}

async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as unknown as { rows: Row[] };
  return rows;
}
