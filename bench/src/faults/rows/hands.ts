import { setTimeout } from 'node:timers/promises';
import { createClient } from '../../../../api/src/testing/client.ts';
import { differencesLeft } from '../compare.ts';
import type { Ledger } from '../lives.ts';
import type { StagedRow } from '../row.ts';
import { askStripe, endSubscription } from '../sandbox.ts';
import type { Stage } from '../stage.ts';
import type { Times } from './times.ts';

/** What somebody did by hand, or has to do: of each an operator is to hear. */
export function handRows(times: Times): StagedRow[] {
  return [
    {
      name: 'table renamed by hand',
      mayRepeatMails: true,
      run: (stage, wrong, ledger) => renameTable(stage, { wrong, ledger, seconds: times(15, 3) }),
    },
    { name: 'sold to nobody', run: (stage, wrong) => sellToNobody(stage, wrong, times(15, 3)) },
    {
      name: 'mails given up, tried again by an admin',
      run: (stage, wrong) => tryAgain(stage, wrong, times(15, 4)),
    },
  ];
}

/** Answers of 500 are what is right here, while it goes on. */
async function renameTable(
  { pool }: Stage,
  { wrong, ledger, seconds }: { wrong: string[]; ledger: Ledger; seconds: number },
): Promise<string> {
  const before = wrong.length;
  await pool.query('alter table sessions rename to sessions_elsewhere');
  await setTimeout(seconds * 1_000);
  await pool.query('alter table sessions_elsewhere rename to sessions');
  // What was asked just before is answered by then.
  await setTimeout(1_000);
  const failed = wrong.splice(before).length;
  if (failed === 0) wrong.push('nothing was answered 500 without sessions');
  return `the table of sessions renamed for ${seconds} s: ${failed} answers of 500 meanwhile, of ${ledger.acknowledged} others`;
}

/** Somebody at Stripe's dashboard sells to a customer who is nobody here: the comparison says so, and cannot mend it. */
async function sellToNobody(stage: Stage, wrong: string[], seconds: number): Promise<string> {
  const { data } = await askStripe(stage, 'prices?active=true&limit=1');
  const customer = await askStripe(stage, 'customers', { email: 'nobody@stripe.test' });
  const sold = await askStripe(stage, 'subscriptions', {
    customer: customer.id,
    'items[0][price]': data[0]?.id ?? '',
    trial_period_days: '60',
  });
  const { found } = await differencesLeft(stage);
  if (found === 0) wrong.push('the comparison did not find what was sold to nobody');
  // Until the figures have been asked for.
  await setTimeout(seconds * 1_000);
  await endSubscription(stage, sold.id);
  return `a subscription sold at the dashboard to a customer who is nobody here: the comparison named it, until it was ended there`;
}

/** A mail server says no for good until mails have had their last try; then it is mended, and an admin tries them again. */
async function tryAgain(stage: Stage, wrong: string[], seconds: number): Promise<string> {
  const { pool, smtp, balancer } = stage;
  smtp.mood = 'refused';
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    // As after the hours over which they are tried.
    await pool.query(`update pgboss.job set retry_count = retry_limit, start_after = now()
      where name = 'send-email' and state = 'retry'`);
    await setTimeout(500);
  }
  const givenUp = await countFailed(pool);
  smtp.mood = 'up';
  if (givenUp === 0) wrong.push('no mail was given up');
  const client = createClient(balancer.url);
  const { token } = await client.logIn('admin@demo.test', 'Demo-1234!');
  // What was under way when the mail server was mended has its last try yet.
  do {
    const { status } = await client.withToken(token).post('/admin/jobs/retry');
    if (status !== 200) wrong.push(`trying again was answered ${status}`);
    await setTimeout(2_000);
  } while ((await countFailed(pool)) > 0 && wrong.length === 0);
  return `mails refused for good (550) until ${givenUp} had been given up; an admin had them tried again`;
}

async function countFailed(pool: Stage['pool']): Promise<number> {
  const { rows } = await pool.query(
    "select count(*)::int as count from pgboss.job where name = 'send-email' and state = 'failed'",
  );
  return rows[0].count;
}
