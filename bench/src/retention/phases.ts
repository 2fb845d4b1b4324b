import type pg from 'pg';
import { untilStopped } from '../lib/until-stopped.ts';

const everyMs = 100;
/** The append-only log lets nobody do so but whoever goes around its trigger. */
const emptied = (table: string) =>
  `set session_replication_role = replica; truncate ${table}; reset session_replication_role`;

/** What the daily job clears away one after the other: what its statements begin with, and how the rest is taken away. */
const clearing = [
  {
    name: 'checkouts',
    begins: 'delete from "checkout_intents"',
    rest: emptied('checkout_intents'),
  },
  { name: 'payments', begins: 'select purge_payments' },
  { name: 'subscriptions', begins: 'select purge_subscriptions' },
  { name: 'agreements', begins: 'delete from "agreements"' },
  {
    name: 'deliveries',
    begins: 'delete from "product_deliveries"',
    rest: emptied('product_deliveries'),
  },
  { name: 'events', begins: 'delete from "stripe_events"', rest: emptied('stripe_events') },
  {
    name: 'audit log',
    begins: 'select gone, last_at::text as last from purge_audit_entries',
    rest: emptied('audit_log'),
  },
  { name: 'mails', begins: 'delete from "outgoing_emails"', rest: emptied('outgoing_emails') },
];
/** What it does first: it tells people of the end of their accounts, and then it ends those of others. */
const ending = { notices: 'deletion_due_at is null', deletions: 'deletion_due_at is not null' };

/**
 * Follows what the daily job is at, and lets it go on with the next after so many seconds: of a million people
 * some would take most of the night. Answers where it is, and how to stop.
 */
export function followPhases(
  database: pg.Pool,
  seconds: number,
): { now(): string; stop(): Promise<void> } {
  let phase = 'notices';
  let since = performance.now();
  let isCut = false;
  const stop = untilStopped(everyMs, async () => {
    const seen = await phaseOf(database);
    // Its mail is there still when the job has gone on.
    const at = seen === 'deletions' && phase !== 'notices' ? phase : (seen ?? phase);
    if (at !== phase) [phase, since, isCut] = [at, performance.now(), false];
    if (isCut || performance.now() - since < seconds * 1_000) return;
    isCut = true;
    await takeRest(database, phase);
  });
  return { now: () => phase, stop };
}

/** By the newest statement of a kind, or the mail that tells of a deletion. Undefined where neither is there. */
async function phaseOf(database: pg.Pool): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>(
    `(select name from pg_stat_activity
      join unnest($1::text[], $2::text[]) as phase (name, begins) on starts_with(trim(e' \\n' from query), begins)
      where datname = current_database() and application_name <> current_setting('application_name')
      order by query_start desc limit 1)
     union all
     select 'deletions' where exists (select from outgoing_emails
       where cause > 'account-deleted:' and cause < 'account-deleted;')`,
    [clearing.map(({ name }) => name), clearing.map(({ begins }) => begins)],
  );
  return rows[0]?.name;
}

async function takeRest(database: pg.Pool, phase: string): Promise<void> {
  if (phase === 'notices' || phase === 'deletions') return signIn(database, ending[phase]);
  const { rest } = clearing.find(({ name }) => name === phase) ?? {};
  if (rest) await database.query(rest);
}

/** Whom the job has not come to yet signs in, one after the other, so that nobody waits for it. */
async function signIn(database: pg.Pool, which: string): Promise<void> {
  const { rows } = await database.query<{ id: string }>(`select id from users
    where deleted_at is null and ${which} and last_login_at < now() - interval '4 years'
    order by id desc`);
  for (const { id } of rows) {
    await database.query(
      `update users set last_login_at = now(), deletion_due_at = null where id = $1 and deleted_at is null`,
      [id],
    );
  }
}
