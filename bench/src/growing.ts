import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { createClient } from '../../api/src/testing/client.ts';
import { untilSettled } from './faults/compare.ts';
import { liveOn, openLedger } from './faults/lives.ts';
import { storm } from './faults/rows/crowds.ts';
import { type Stage, type StageNeeds, startStage } from './faults/stage.ts';

const seconds = 10;
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
  return `| processes | requests a second | p99 | CPU of ours, of PostgreSQL | webhooks a second | worked off a second | connections |
| --- | --- | --- | --- | --- | --- | --- |
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
  const someone = await createClient(balancer.url).signUp();
  const url = `${balancer.url}/api/user/subscriptions`;
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  await stop();
  await untilSettled(stage);

  const ours = () => ports.reduce((sum, port) => sum + cpuOf(servers.pidOf(port) ?? 0), 0);
  const before = [ours(), postgresCpu()] as const;
  const load = await loadOf(url, someone.token, 40);
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
  const { token } = await createClient(balancer.url).logIn('admin@demo.test', 'Demo-1234!');
  const load = await loadOf(`${balancer.url}/api/admin/users?search=a`, token, 10);
  return `${Math.round(load.requests.average)} | ${load.latency.p99} ms`;
}

const loadOf = (url: string, token: string, connections: number) =>
  autocannon({
    url,
    connections,
    duration: seconds,
    workers: 1,
    headers: { authorization: `Bearer ${token}` },
  });

/** Seconds of the processor that a process has had (Linux). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Of all processes of the stage's PostgreSQL that live now. */
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
