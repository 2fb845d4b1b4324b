import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { runAside } from '../compare.ts';
import type { Ledger } from '../lives.ts';
import type { Row } from '../row.ts';
import type { Stage } from '../stage.ts';
import { killPglite } from './pglite.ts';
import { floorsOf, type Point, slopeOf } from './slope.ts';
import type { Times } from './times.ts';

/** What is to be there later: backups, files of PGlite, room in memory. */
export function keptRows(times: Times): Row[] {
  return [
    { name: 'backup under writes, and its restore', run: backUp },
    { name: 'PGlite killed, and opened twice', alone: () => killPglite(times(100, 2)) },
    {
      name: 'soak',
      isLong: true,
      run: (stage, wrong) =>
        soakFor(stage, wrong, Number(process.env.SOAK_MINUTES ?? times(60, 0.1))),
    },
  ];
}

async function backUp(stage: Stage, wrong: string[], ledger: Ledger): Promise<string> {
  const { servers, data } = stage;
  await setTimeout(5_000);
  const file = join(mkdtempSync(join(tmpdir(), 'backup-')), 'backup.gz');
  const command = join(servers.folder, 'backup.js');
  const before = ledger.people.map(({ email }) => email);
  const began = performance.now();
  await runAside(command, servers.env, ['backup', file]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  await setTimeout(3_000);
  await stage.pool.query('create database restored');
  const url = new URL(data.direct);
  url.pathname = '/restored';
  const result = await runAside(command, { ...servers.env, DATABASE_URL: url.href }, [
    'restore',
    file,
  ]);
  if ('isBad' in result) wrong.push(`restore: ${result.stderr}`);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query('select email from users where email = any($1)', [before]);
  const orphans = await client.query(
    'select 1 from subscriptions s left join users u on u.id = s.user_id where u.id is null',
  );
  await client.end();
  rmSync(file);
  const lost = before.length - rows.length;
  if (lost > 0) wrong.push(`${lost} of ${before.length} accounts not in the backup`);
  if (orphans.rowCount) wrong.push(`${orphans.rowCount} subscriptions of nobody`);
  return `a backup in ${seconds} s while people came, restored beside: all ${before.length} accounts told of before it are there`;
}

const sampleMs = 5_000;
/** What may come for an hour of load, beyond what the first half of it took. */
const mostMiBAnHour = 60;
/** What each account may have more rows at the end than in the middle: all that is done with is to be gone. */
const mostGrowth = 1.1;

interface Sample {
  /** In hours. */
  at: number;
  mib: number[];
  connections: number;
  /** In all tables, for each account, as PostgreSQL counts them along. */
  rowsOfEach: number;
}

/** People come and go; what is held may not grow with time, nor what is kept of each. */
async function soakFor(stage: Stage, wrong: string[], minutes: number): Promise<string> {
  const { ports } = stage;
  const samples: Sample[] = [];
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    await setTimeout(Math.min(sampleMs, minutes * 10_000));
    samples.push(await sampleOf(stage));
  }
  const later = samples.slice(samples.length / 2);
  const memory = ports.map((_, n) => later.map(({ at, mib }): Point => [at, mib[n] ?? 0]));
  const slopes = memory.map((points) => slopeOf(floorsOf(points)));
  const most = Math.max(...later.map((one) => one.connections));
  const [middle, last] = [later[0], later.at(-1)];
  if (!middle || !last) throw new Error('a soak takes some seconds');
  const growth = last.rowsOfEach / middle.rowsOfEach;
  if (minutes >= 10) {
    if (Math.max(...slopes) > mostMiBAnHour) wrong.push(`memory grows by ${slopes} MiB/h`);
    if (growth > mostGrowth) wrong.push(`rows of each account grow by ${growth.toFixed(2)}`);
  }
  if (most > 3 * 14 + 10) wrong.push(`${most} connections`);
  const whole = (all: number[]) => all.map((one) => one.toFixed(0)).join(', ');
  return `${minutes} minutes of ordinary lives: ${whole(last.mib)} MiB at the end, ${whole(slopes)} MiB an hour more in its second half; ${most} connections at most; ${middle.rowsOfEach.toFixed(1)} rows for each account in the middle, ${last.rowsOfEach.toFixed(1)} at the end`;
}

async function sampleOf({ servers, ports, pool }: Stage): Promise<Sample> {
  const mib = ports.map((port) => memoryOf(servers.pidOf(port) ?? 0));
  const { rows } = await pool.query<{ connections: number; all: number; accounts: number }>(
    `select
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
       (select sum(n_live_tup)::int from pg_stat_user_tables) as all,
       (select count(*)::int from users) as accounts`,
  );
  const [{ connections, all, accounts } = { connections: 0, all: 0, accounts: 1 }] = rows;
  return { at: performance.now() / 3_600_000, mib, connections, rowsOfEach: all / accounts };
}

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
