import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import Stripe from 'stripe';
import type { Ledger } from './lives.ts';
import { welcomesOf } from './mails.ts';
import { askStripe } from './sandbox.ts';
import { password, type Stage, webhookSecret } from './stage.ts';

export interface Verdict {
  lost: string[];
  doubled: string[];
}

const running = ['trialing', 'active', 'past_due'];

/** Jobs that rest after a failure are due now, and whoever works on them is told so, as by pg-boss. */
const tryNow = `with due as (update pgboss.job set start_after = now()
    where state = 'retry' and start_after > now() returning name)
  select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name)
  from due group by name`;

/** After an hour of people's lives a month's renewals take minutes: as long as more is done, it is waited for. */
const stuckMs = 120_000;

/** Lets all that waits be worked off, with jobs that rest after a failure tried now. */
export async function untilSettled(stage: Stage): Promise<void> {
  const { pool, servers } = stage;
  await servers.untilReady();
  let [most, since] = [-1, performance.now()];
  for (let tries = 0; performance.now() - since < stuckMs; tries += 1) {
    // First, or an event could come between the two.
    const undelivered = await askStripe(stage, 'events?delivery_success=false&limit=1');
    // Not as often as it is looked at, or they would come to their last try in seconds.
    if (tries % 4 === 0) await pool.query(tryNow);
    const { rows } = await pool.query(`select
      (select count(*) from stripe_events where processed_at is null)
      + (select count(*) from outgoing_emails where sent_at is null and recipient <> '')
      + (select count(*) from pgboss.job where state in ('created', 'retry', 'active')
          and name in ('sync-customer', 'send-email', 'send-reset-link')) as left,
      (select count(*) from stripe_events where processed_at is not null)
      + (select count(*) from outgoing_emails where sent_at is not null) as done`);
    if (undelivered.data.length === 0 && Number(rows[0].left) === 0) return;
    if (Number(rows[0].done) > most) [most, since] = [Number(rows[0].done), performance.now()];
    await setTimeout(500);
  }
  throw new Error('What waits was not worked off, and for two minutes nothing of it was');
}

/** Compares what people were told with our rows, with Stripe and with the mails that came. */
export async function compare(stage: Stage, ledger: Ledger): Promise<Verdict> {
  const { pool, smtp, sandbox } = stage;
  const verdict: Verdict = { lost: [], doubled: [] };
  const address = new URL(sandbox.url);
  const stripe = new Stripe('sk_test_faults', {
    host: address.hostname,
    port: address.port,
    protocol: 'http',
    telemetry: false,
  });
  for (const { email, isPaid, isCancelled } of ledger.people) {
    const { rows } = await pool.query(
      `select u.id, c.id as customer,
        array(select s.stripe_id from subscriptions s where s.user_id = u.id) as bought,
        array(select s.has_access from subscriptions s where s.user_id = u.id) as held,
        array(select s.cancel_at_period_end from subscriptions s where s.user_id = u.id) as cancelled
        from users u left join stripe_customers c on c.user_id = u.id where u.email = $1`,
      [email],
    );
    if (rows.length !== 1)
      (rows.length === 0 ? verdict.lost : verdict.doubled).push(`account ${email}`);
    const [row] = rows;
    if (!row) continue;
    const welcomes = welcomesOf(smtp.received, email);
    if (welcomes.length === 0) verdict.lost.push(`welcome ${email}`);
    // Of another cause: the same one once more is among the repeated.
    const causes = new Set(welcomes.map(({ messageId }) => messageId));
    if (causes.size > 1) verdict.doubled.push(`welcome ${email}`);
    if (!isPaid) continue;
    const all = row.customer
      ? await stripe.subscriptions.list({ customer: row.customer, status: 'all', limit: 10 })
      : { data: [] };
    const [one] = all.data;
    if (all.data.length > 1 || row.bought.length > 1) verdict.doubled.push(`subscription ${email}`);
    if (!one || row.bought[0] !== one.id) verdict.lost.push(`subscription ${email}`);
    const isRunning = one !== undefined && running.includes(one.status);
    if (isRunning !== Boolean(row.held[0])) verdict.lost.push(`access ${email} ${one?.status}`);
    if (!isRunning || isCancelled === undefined) continue;
    if (one.cancel_at_period_end !== isCancelled || row.cancelled[0] !== isCancelled) {
      verdict.lost.push(`cancelled ${isCancelled} ${email}`);
    }
  }
  return verdict;
}

/** How many differences from Stripe the product itself finds, over all customers, and what it says of them. */
export async function differencesLeft({
  servers,
  pool,
  sandbox,
}: Stage): Promise<{ found: number; report: string }> {
  const command = join(servers.folder, 'billing-reconcile.js');
  const env = { ...servers.env, STRIPE_API_URL: sandbox.url };
  // The stand-in takes as many calls as come.
  const { stdout, stderr } = await runAside(command, env, ['--calls-per-second', '1000']);
  const { rows } = await pool.query(
    'select found from reconciliation_runs where finished_at is not null order by started_at desc limit 1',
  );
  if (rows.length === 0) throw new Error(`No comparison was made: ${stdout}${stderr}`);
  return { found: rows[0].found, report: stdout };
}

/** In a process of its own, while the sandbox in this one goes on answering. */
export async function runAside(file: string, env: NodeJS.ProcessEnv, args: string[] = []) {
  return promisify(execFile)(process.execPath, [file, ...args], { env }).catch(
    (error: { stdout: string; stderr: string }) => ({ ...error, isBad: true }),
  );
}

/** What must not stand in a log and does. */
export function secretsLogged({ servers }: Stage): string[] {
  const log = readFileSync(servers.logFile, 'utf8');
  const found = [password, webhookSecret, '@faults.test', '$argon2id$', 'sk_test_faults', 'eyJ'];
  return found.filter((secret) => log.includes(secret));
}

/** What the log says of requests that were answered 500. */
export function failuresLogged({ servers }: Stage): string[] {
  const lines = readFileSync(servers.logFile, 'utf8').split('\n');
  const failed = lines.filter((line) => line.includes('"msg":"request failed"'));
  return failed.map((line) => {
    const { err, route } = JSON.parse(line) as { err?: { stack?: string }; route?: string };
    return `request failed ${route ?? ''} ${err?.stack?.slice(0, 700)}`;
  });
}
