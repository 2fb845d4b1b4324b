import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import { createClient } from '../../api/src/testing/client.ts';
import { untilSettled } from './faults/compare.ts';
import { liveOn, openLedger } from './faults/lives.ts';
import { storm } from './faults/rows/crowds.ts';
import { type Stage, type StageNeeds, startStage } from './faults/stage.ts';

const seconds = 10;
/** How many people ask at once. */
const atOnce = 40;
/** How many accounts the admin's list is of. */
const accounts = 20_000;
const ticksPerSecond = 100;

/** What so many processes do behind haproxy, and what PostgreSQL takes for it; a table for docs/growing.md. */
export async function benchGrowing(): Promise<string> {
  const lines: string[] = [];
  for (const processes of [1, 2, 4]) {
    lines.push(
      await onStage({ processes }, async (stage) => `${processes} | ${await work(stage)}`),
    );
  }
  const reads: string[] = [];
  for (const readsReplica of [false, true]) {
    const needs = { cluster: true, processes: 2, readsReplica };
    const where = readsReplica ? 'replica' : 'primary';
    reads.push(await onStage(needs, async (stage) => `${where} | ${await lists(stage)}`));
  }
  return `| processes | requests a second | p99 | CPU of ours, of PostgreSQL | of each request | webhooks a second | worked off a second | connections |
| --- | --- | --- | --- | --- | --- | --- | --- |
${lines.map((line) => `| ${line} |`).join('\n')}

| lists read from | a second | p99 |
| --- | --- | --- |
${reads.map((line) => `| ${line} |`).join('\n')}`;
}

async function onStage(needs: StageNeeds, run: (stage: Stage) => Promise<string>): Promise<string> {
  const stage = await startStage(needs);
  try {
    const line = await run(stage);
    // What follows may break off.
    process.stderr.write(`${line}\n`);
    return line;
  } finally {
    await stage.stop();
  }
}

async function work(stage: Stage): Promise<string> {
  const { balancer, ports, servers, pool } = stage;
  const ledger = openLedger();
  const stop = liveOn(balancer.url, ledger);
  const url = `${balancer.url}/api/user/subscriptions`;
  await setTimeout(8_000);
  await stop();
  await untilSettled(stage);

  const tokens: string[] = [];
  for (let n = 0; n < atOnce; n += 1) {
    tokens.push((await createClient(balancer.url).signUp()).token);
  }
  const ours = () => ports.reduce((sum, port) => sum + cpuOf(servers.pidOf(port) ?? 0), 0);
  const before = [ours(), postgresCpu()] as const;
  const load = await loadOf(url, tokens, atOnce);
  const shares = [ours() - before[0], postgresCpu() - before[1]];
  const { rows } = await pool.query(
    "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'",
  );
  const began = performance.now();
  const wrong: string[] = [];
  const { sent, acceptedIn } = await storm(stage, wrong, 300);
  await untilSettled(stage);
  const settledIn = (performance.now() - began) / 1_000;
  return [
    Math.round(load.requests.average),
    `${load.latency.p99} ms`,
    shares.map((share) => `${Math.round((share / seconds) * 100)} %`).join(', '),
    shares.map((share) => `${((share / load.requests.total) * 1_000).toFixed(2)} ms`).join(', '),
    Math.round(sent / acceptedIn),
    Math.round(sent / settledIn),
    rows[0].count,
  ].join(' | ');
}

async function lists({ balancer, pool }: Stage): Promise<string> {
  await pool.query(
    `insert into users (id, email, email_key, first_name, last_name, password_hash, role)
     select gen_random_uuid(), email, email, 'Ada' || n, 'Mora' || n, repeat('-', 97), 'user'
     from (select n, 'reader.' || n || '@growing.test' as email from generate_series(1, $1::int) n) as all_of_them`,
    [accounts],
  );
  await pool.query('analyze');
  await untilFolded(pool);
  const { token } = await createClient(balancer.url).logIn('admin@demo.test', 'Demo-1234!');
  const load = await loadOf(`${balancer.url}/api/admin/users`, [token], 10);
  return `${Math.round(load.requests.average)} | ${load.latency.p99} ms`;
}

/** Waits until the figures count all that was written: a list that comes before sums it each time. */
async function untilFolded(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('select exists (select from tally_changes) as waiting');
    if (!rows[0].waiting) return;
    await setTimeout(500);
  }
}

/** So many connections ask, each as all of these people in turn. */
async function loadOf(url: string, tokens: string[], connections: number) {
  const requests = tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } }));
  const load = await autocannon({ url, connections, duration: seconds, workers: 1, requests });
  if (load.non2xx > 0) throw new Error(`${load.non2xx} of the answers were refusals`);
  return load;
}

/** Seconds of the processor that a process has had, and its children that have ended (Linux). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / ticksPerSecond, 0);
}

/** Of all processes of the stage's PostgreSQL. */
function postgresCpu(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const own = pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres)');
    } catch {
      return false;
    }
  });
  return own.reduce((sum, pid) => sum + cpuOf(Number(pid)), 0);
}
