import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import Stripe from 'stripe';
import { openDatabase } from '../../../api/src/db/open.ts';
import { readEnv } from '../../../api/src/env.ts';
import { callsPerCustomer } from '../../../api/src/features/billing/reconciliation/check-customer.ts';
import { createPace } from '../../../api/src/features/billing/reconciliation/pace.ts';
import { reconcile } from '../../../api/src/features/billing/reconciliation/service.ts';
import {
  customersPerHour,
  paceOf,
  sliceOf,
} from '../../../api/src/features/billing/reconciliation/sweep.ts';
import { createPrices } from '../../../api/src/features/billing/stripe/setup/prices.ts';
import { createLog } from '../../../api/src/http/log.ts';
import { createJobs } from '../../../api/src/jobs/jobs.ts';
import { createServices } from '../../../api/src/services.ts';
import { createClient } from '../../../api/src/testing/client.ts';
import { subscribe } from '../../../api/src/testing/subscriber.ts';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { appUrl, startApp, webhookSecret } from '../lib/app.ts';
import { startProgram } from '../lib/program.ts';
import type { Row } from '../report.ts';
import { multiplyAtStripe, multiplyHere } from './multiply.ts';

const usualCustomers = 100_000;
const stripePort = 3315;
const stripeUrl = `http://127.0.0.1:${stripePort}`;

/**
 * One hour's comparison with Stripe of 100,000 customers (BENCH_CUSTOMERS), whom the local Stripe knows, too: how
 * often Stripe is called, and what it takes of us. It goes as fast as the local Stripe answers, not at the pace of an
 * hour.
 */
export async function benchSweep(): Promise<Row[]> {
  const customers = Number(process.env.BENCH_CUSTOMERS ?? usualCustomers);
  const postgres = await startPostgres(['shared_buffers=1GB', 'max_wal_size=4GB']);
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = join(folder, 'stripe.sqlite');
  try {
    const one = await liveOnce(postgres.url, folder, file);
    multiplyAtStripe(file, one, customers - 1);
    await multiplyHere(postgres.url, one, customers - 1);
    process.stderr.write(`${customers} customers are there\n`);
    const stripe = await startStripe(file);
    try {
      return await sweepOnce(postgres.url, customers);
    } finally {
      await stripe.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

function startStripe(file: string) {
  const env = {
    STRIPE_SANDBOX_PORT: String(stripePort),
    STRIPE_SANDBOX_DATA: file,
    STRIPE_WEBHOOK_URL: `${appUrl}/api/webhooks/stripe`,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  };
  return startProgram('stripe-sandbox/src/main.ts', env, `${stripeUrl}/sandbox/clock`);
}

/** Somebody subscribes, and has paid once after the trial: whom all others are copies of. */
async function liveOnce(databaseUrl: string, dataDir: string, file: string): Promise<string> {
  const stripe = await startStripe(file);
  const api = new Stripe('sk_test_bench', {
    host: '127.0.0.1',
    port: stripePort,
    protocol: 'http',
  });
  await createPrices(api).syncCatalogue();
  const app = await startApp({ databaseUrl, dataDir, stripeUrl });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { client, user } = await createClient(appUrl).signUp();
    await subscribe(client, 'portfolio', 'monthly');
    const body = JSON.stringify({ advance_days: 40 });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${stripeUrl}/sandbox/clock`, { method: 'POST', headers, body });
    for (;;) {
      const { rows } = await database.query(
        "select from payments where user_id = $1 and status = 'success' and amount > 0",
        [user.id],
      );
      if (rows.length > 0) return user.id;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await database.end();
    await app.stop();
    await stripe.stop();
  }
}

async function sweepOnce(url: string, customers: number): Promise<Row[]> {
  const log = createLog('silent', { write: () => undefined });
  const env = readEnv({
    ...{ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '3300', APP_URL: appUrl },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', JWT_SECRET: Buffer.alloc(32, 1).toString('base64url') },
    ...{ STRIPE_API_URL: stripeUrl, STRIPE_SECRET_KEY: 'sk_test_bench' },
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  });
  const database = await openDatabase({ url, dataDirectory: '' });
  const jobs = await createJobs(database, log);
  try {
    const services = createServices(env, log, database.db, jobs);
    await services.prices.syncCatalogue();
    let calls = 0;
    services.stripe.on('request', () => {
      calls += 1;
    });
    const slices = Math.ceil(customers / customersPerHour);
    const pace = createPace({ callsPerSecond: Number.MAX_SAFE_INTEGER });
    const [began, before] = [performance.now(), process.cpuUsage()];
    const run = await reconcile(services, { pace, slice: sliceOf(new Date(0), slices) });
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1_000;
    const seconds = (performance.now() - began) / 1_000;
    const lists = calls - run.checked * callsPerCustomer;
    const perSecond = paceOf(calls);
    return [
      row(`customers compared in one of ${slices} slices of ${customers}`, run.checked),
      row('calls to Stripe for it', calls),
      row('of which to walk its lists, a hundred in each', lists),
      row('minutes of the hour at the pace that Stripe takes', (calls / perSecond / 60).toFixed(0)),
      row('differences found', run.found),
      row('as fast as the local Stripe answers', `${seconds.toFixed(0)} s`),
      row(
        'processor time of ours for each customer',
        `${(cpu / Math.max(run.checked, 1)).toFixed(1)} ms`,
      ),
    ];
  } finally {
    await jobs.stop();
    await database.close();
  }
}

const row = (what: string, figure: string | number): Row => ({ what, figure: String(figure) });
