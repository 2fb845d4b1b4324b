import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import Stripe from 'stripe';
import { startSandbox } from 'stripe-sandbox';
import { appUrl, startApp, webhookSecret } from './lib/app.ts';
import { median } from './lib/median.ts';
import { startProgram } from './lib/program.ts';
import type { Row } from './report.ts';
import { shuffledEvents, untilWorkedOff } from './shuffled-events.ts';

const barePort = 3302;
const connections = 20;
const rounds = 5;
const perRound = 4_000;

/** What the webhook takes, and what becomes of it, on PostgreSQL. */
export async function benchWebhooks(databaseUrl: string): Promise<Row[]> {
  const accepted = await inNewDatabase(databaseUrl, 'accepting', besideOneInsert);
  const worked = await inNewDatabase(databaseUrl, 'shuffled', shuffledEvents);
  return [...accepted, ...worked];
}

async function inNewDatabase(
  server: string,
  name: string,
  run: (url: string) => Promise<Row[]>,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return run(url.href);
}

/** Both in turn, each round with events of its own; the work that follows is done before the next. */
async function besideOneInsert(databaseUrl: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  // Asked after the customers of the events, whom it does not know.
  const sandbox = await startSandbox();
  const app = await startApp({ databaseUrl, dataDir, stripeUrl: sandbox.url });
  const bareUrl = `http://127.0.0.1:${barePort}/`;
  const bareEnv = { PORT: String(barePort), DATABASE_URL: databaseUrl };
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const bare = await startProgram('bench/src/bare/one-insert.ts', bareEnv, bareUrl);
  try {
    const ours: Load[] = [];
    const theirs: Load[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const mine = await load(`${appUrl}/api/webhooks/stripe`, `ours${round}`);
      await untilWorkedOff(database);
      const pair = [mine, await load(bareUrl, `bare${round}`)] as const;
      // The first round only warms up.
      if (round === 0) continue;
      ours.push(pair[0]);
      theirs.push(pair[1]);
    }
    const rate = (loads: Load[]) => median(loads.map(({ perSecond }) => perSecond));
    const slowest = (loads: Load[]) => `${median(loads.map(({ p99 }) => p99))} ms`;
    const ratios = ours.map(({ perSecond }, n) => perSecond / (theirs[n]?.perSecond ?? 0));
    return [
      {
        what: 'webhooks accepted per second',
        figure: rate(ours).toFixed(0),
        bare: rate(theirs).toFixed(0),
        ratio: median(ratios).toFixed(2),
      },
      { what: 'their 99th percentile', figure: slowest(ours), bare: slowest(theirs) },
    ];
  } finally {
    await database.end();
    await bare.stop();
    await app.stop();
    await sandbox.close();
    await rm(dataDir, { recursive: true });
  }
}

interface Load {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
}

/** Sends so many different signed events and answers how fast they were taken. */
async function load(url: string, name: string): Promise<Load> {
  const each = perRound / connections;
  let met = 0;
  const began = performance.now();
  let last = began;
  const result = await autocannon({
    url,
    method: 'POST',
    connections,
    amount: perRound,
    setupClient: (client) => {
      const first = each * met++;
      // autocannon looks once a second whether it is done, and says so only then.
      client.on('response', () => {
        last = performance.now();
      });
      client.setRequests(
        Array.from({ length: each }, (_, n) => signed(`evt_${name}_${first + n}`)),
      );
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  const perSecond = perRound / ((last - began) / 1_000);
  return { perSecond, p99: result.latency.p99 };
}

/** An event about a customer nobody knows, of the size that events have. */
function signed(id: string) {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1_000),
    data: {
      object: {
        id: 'sub_bench',
        object: 'subscription',
        customer: `cus_${id}`,
        text: 'x'.repeat(3_000),
      },
    },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  return {
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  };
}
