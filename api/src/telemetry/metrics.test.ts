import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../db/client.ts';
import { reconciliationRuns, stripeEvents } from '../db/schema.ts';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { person } from '../testing/client.ts';
import { noMailServer, startTestServer, type TestServer } from '../testing/server.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

const token = 'a-token-of-metrics';
const root = join(import.meta.dirname, '../../..');
let server: TestServer;
let metrics: Metrics;
let served: { port: number; stop: () => void };
let isAway = false;

beforeAll(async () => {
  server = await startTestServer(noMailServer);
  const { database } = server;
  const frail: Database = {
    ...database,
    ping: () => (isAway ? Promise.reject(new Error('away')) : database.ping()),
  };
  metrics = createMetrics(server.services, frail, 0);
  served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token });
});
afterAll(async () => {
  served.stop();
  await server.close();
});

/** The value of the line that begins so, with its labels as they are written; NaN where there is none. */
async function figureOf(line: string): Promise<number> {
  const found = (await metrics.read()).split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length) ?? Number.NaN);
}

it('they are answered to who has the token, and to nobody else (product O600)', async () => {
  const ask = (authorization = '', path = '/metrics') =>
    fetch(`http://127.0.0.1:${served.port}${path}`, { headers: { authorization } });
  expect((await ask()).status).toBe(401);
  expect((await ask(`Bearer ${token}x`)).status).toBe(401);
  expect((await ask(`Bearer ${token}`, '/')).status).toBe(404);
  const answer = await ask(`Bearer ${token}`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(await answer.text()).toContain('# TYPE http_request_duration_seconds histogram');
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});

it('requests are counted by their route and how they ended', async () => {
  const one = (route: string, status: number) =>
    `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  await server.client.get('/user');
  await server.client.get('/plans');
  await fetch(`${server.url}/ada@hospital.test`);
  await expect.poll(() => figureOf(one('/api/user', 401))).toBe(1);
  await expect.poll(() => figureOf(one('/api/plans', 200))).toBe(1);
  await expect.poll(() => figureOf(one('none', 404))).toBeGreaterThan(0);
  expect(await metrics.read()).not.toContain('@');
});

it('tries to sign in are counted by what came of them', async () => {
  const someone = person();
  await server.client.signUp(someone);
  await server.client.post('/login', { ...someone, password: 'Another-Cornea-5' });
  await expect.poll(() => figureOf('sign_ins_total{outcome="let-in"}')).toBe(1);
  await expect.poll(() => figureOf('sign_ins_total{outcome="refused"}')).toBe(1);
  expect(await figureOf('sign_ins_held_back{by="network"}')).toBe(0);
});

it('webhooks that are refused are counted by cause', async () => {
  const line = 'webhooks_refused_total{cause="forged"}';
  expect(await figureOf(line)).toBe(0);
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`;
  await server.client.post('/webhooks/stripe', '{}', { 'stripe-signature': signature });
  await expect.poll(() => figureOf(line)).toBe(1);
});

it('without a mail server mails wait, and jobs are tried again until they give up', async () => {
  // The account of the test before: there is nobody at the address of the test server's SMTP.
  await expect.poll(() => figureOf('mails_unsent')).toBeGreaterThan(0);
  expect(await figureOf('mails_oldest_seconds')).toBeGreaterThan(0);
  const again = 'job_tries_total{job="send-email",outcome="retry"}';
  await expect.poll(() => figureOf(again), { timeout: 10_000 }).toBeGreaterThan(0);
  await expect.poll(() => figureOf('jobs_waiting{job="send-email"}')).toBeGreaterThan(0);
  expect(await figureOf('jobs_oldest_seconds{job="send-email"}')).toBeGreaterThanOrEqual(0);
  expect(await figureOf('jobs_given_up')).toBe(0);
  expect(await figureOf('job_tries_total{job="send-email",outcome="given-up"}')).toBe(0);
  await server.services.db.execute(
    sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'send-email'`,
  );
  expect(await figureOf('jobs_given_up')).toBeGreaterThan(0);
  // What was dropped, and what was for somebody who was deleted, waits for nothing any more.
  await server.services.db.execute(
    sql`update outgoing_emails set recipient = '', content = '{}' where sent_at is null`,
  );
  expect(await figureOf('mails_unsent')).toBe(0);
  expect(await figureOf('mails_oldest_seconds')).toBe(0);
});

it("an event of Stripe's that nobody works off is seen to age", async () => {
  expect(await figureOf('stripe_events_open')).toBe(0);
  const hourAgo = new Date(Date.now() - 3_600_000);
  const event = { id: 'evt_waits', type: 'x', customerId: 'cus_x' };
  await server.services.db
    .insert(stripeEvents)
    .values({ ...event, createdAt: hourAgo, receivedAt: hourAgo, payload: {} } as never);
  expect(await figureOf('stripe_events_open')).toBe(1);
  expect(await figureOf('stripe_events_oldest_seconds')).toBeGreaterThan(3_590);
});

it('the last sweep tells when it ended and what it could not repair', async () => {
  const { db } = server.services;
  expect(await figureOf('sweep_finished_timestamp_seconds')).toBe(0);
  await reconcile(server.services);
  expect(await figureOf('sweep_finished_timestamp_seconds')).toBeGreaterThan(
    Date.now() / 1_000 - 60,
  );
  expect(await figureOf('sweep_not_repaired')).toBe(0);
  const difference = { kind: 'customer', id: 'cus_1', field: 'user', ours: null, stripe: 'x' };
  const differences = [true, false].map((repaired) => ({ ...difference, repaired }));
  await db.update(reconciliationRuns).set({ found: 2, differences: differences as never });
  expect(await figureOf('sweep_differences')).toBe(2);
  expect(await figureOf('sweep_not_repaired')).toBe(1);
});

it("clocks that part are seen: ours, the database's and Stripe's", async () => {
  expect(Math.abs(await figureOf('clock_ahead_seconds{of="database"}'))).toBeLessThan(5);
  await fetch(`${server.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_days: 1 }),
  });
  await server.services.stripe.customers.list({ limit: 1 });
  expect(await figureOf('clock_ahead_seconds{of="stripe"}')).toBeLessThan(-86_000);
});

it('a pool that is used up, a loop that is held up and a database that is away are seen', async () => {
  const { db } = server.services;
  const busy = Promise.all(Array.from({ length: 14 }, () => db.execute(sql`select pg_sleep(0.4)`)));
  await expect.poll(() => figureOf('db_pool_connections{state="waiting"}')).toBeGreaterThan(0);
  await busy;
  expect(await figureOf('db_pool_connections{state="total"}')).toBe(10);

  // Each reading begins anew, and then there has to be a first turn to measure from.
  await setTimeout(50);
  const until = performance.now() + 250;
  while (performance.now() < until);
  await setTimeout(50);
  expect(await figureOf('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.2);

  expect(await figureOf('database_up')).toBe(1);
  isAway = true;
  expect(await figureOf('database_up')).toBe(0);
  isAway = false;
});

it('a table that nobody can read hides its own figures alone, neither as zero nor as they were', async () => {
  const { db } = server.services;
  expect(await figureOf('stripe_events_open')).toBe(0);
  expect(await figureOf('figures_unknown')).toBe(0);
  await db.execute(sql`alter table stripe_events rename to stripe_events_elsewhere`);
  try {
    expect(await figureOf('stripe_events_open')).toBeNaN();
    expect(await figureOf('mails_unsent')).toBeNaN();
    expect(await figureOf('clock_ahead_seconds{of="database"}')).toBeNaN();
    expect(await figureOf('sweep_not_repaired')).toBe(1);
    expect(await figureOf('sign_ins_held_back{by="network"}')).toBe(0);
    expect(await figureOf('figures_unknown')).toBe(2);
    expect(await figureOf('database_up')).toBe(1);
  } finally {
    await db.execute(sql`alter table stripe_events_elsewhere rename to stripe_events`);
  }
  expect(await figureOf('stripe_events_open')).toBe(0);
  isAway = true;
  expect(await figureOf('database_up')).toBe(0);
  expect(await figureOf('stripe_events_open')).toBeNaN();
  expect(await figureOf('jobs_waiting{job="send-email"}')).toBeNaN();
  isAway = false;
});

it('each alert and each figure of the dashboard asks for metrics that there are, and each alert has its page (product O601)', async () => {
  const there = new Set(
    [...(await metrics.read()).matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  // What Prometheus itself says of whom it asks.
  there.add('up');
  const read = (file: string) => readFile(join(root, file), 'utf8');
  const alerts = await read('deploy/prometheus/alerts.yml');
  const board = JSON.parse(await read('deploy/grafana/dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const asked = [
    ...[...alerts.matchAll(/^ +expr: (.*(?:\n {10,}.*)*)/gm)].map(([, expr]) => expr ?? ''),
    ...board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  expect(asked.length).toBeGreaterThan(25);
  for (const expr of asked) {
    const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|without|on) ?\([^)]*\)/g, '');
    const names = bare.match(/\b[a-z]\w*_\w+\b|\bup\b/g) ?? [];
    const metric = names.filter((name) => !/^(histogram_quantile|label_replace)$/.test(name));
    expect(metric.length, expr).toBeGreaterThan(0);
    for (const name of metric) expect([...there], expr).toContain(name);
  }
  const runbook = await read('docs/operating.md');
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    expect(runbook).toContain(`### ${name}\n`);
    expect(alerts).toContain(`docs/operating.md#${name?.toLowerCase()}`);
  }
  const written = [...runbook.matchAll(/^### (\w+)\n/gm)].map(([, name]) => name);
  expect(written.toSorted()).toEqual(names.toSorted());
});
