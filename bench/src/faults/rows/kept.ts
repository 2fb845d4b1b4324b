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
import { slopeOf } from './slope.ts';
import type { Times } from './times.ts';

/** What is to be there later: backups, files of PGlite, room in memory. */
export function keptRows(times: Times): Row[] {
  return [
    { name: 'backup under writes, and its restore', run: backUp },
    { name: 'PGlite killed, and opened twice', alone: () => killPglite(times(100, 2)) },
    {
      name: 'soak',
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

/** People come and go; what is held may not grow with time. */
async function soakFor({ servers, ports, pool }: Stage, wrong: string[], minutes: number) {
  const samples: { at: number; mib: number[]; connections: number }[] = [];
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    await setTimeout(Math.min(sampleMs, minutes * 10_000));
    const mib = ports.map((port) => memoryOf(servers.pidOf(port) ?? 0));
    const { rows } = await pool.query(
      "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'",
    );
    samples.push({ at: performance.now() / 3_600_000, mib, connections: rows[0].count });
  }
  const later = samples.slice(samples.length / 2);
  const slopes = ports.map((_, n) => slopeOf(later.map(({ at, mib }) => [at, mib[n] ?? 0])));
  const connections = later.map((one) => one.connections);
  if (minutes >= 10 && Math.max(...slopes) > mostMiBAnHour)
    wrong.push(`memory grows by ${slopes} MiB/h`);
  if (Math.max(...connections) > 3 * 14 + 10) wrong.push(`${Math.max(...connections)} connections`);
  const held = later
    .at(-1)
    ?.mib.map((one) => one.toFixed(0))
    .join(', ');
  return `${minutes} minutes of ordinary lives: ${held} MiB at the end, ${slopes.map((one) => one.toFixed(0)).join(', ')} MiB an hour more in its second half; ${Math.max(...connections)} connections at most`;
}

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
