import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { chooseCases } from '../admin/cases.ts';
import { settings } from '../admin/index.ts';
import { seedAdmin } from '../admin/seed.ts';
import { makeAdmin, signIn } from '../admin/sign-in.ts';
import { startApp } from '../lib/app.ts';
import { ageJobs, agePeople, ageRecords } from './age.ts';
import { watchTransactions } from './watch.ts';

const port = 3313;
const usualUsers = 1_000_000;
/** For so many minutes of the job it is watched: of a million users it takes up to a whole night. */
const usualMinutes = 4;
/** So that data and log stay below 20 GB of disk. */
const smallLog = 'max_wal_size=4GB';
/** Of every kind of request so many paths are asked for, in turn. */
const pathsOfKind = 3;
const secondsWithout = 30;

/**
 * The daily job on a million users and ten million payments (BENCH_USERS: on as many users), while an
 * admin leafs through the lists: how long its longest transaction holds its locks, and what it does to
 * the answers, for four minutes of it (BENCH_MINUTES). A Markdown table.
 */
export async function benchRetention(): Promise<string> {
  const users = Number(process.env.BENCH_USERS ?? usualUsers);
  const minutes = Number(process.env.BENCH_MINUTES ?? usualMinutes);
  const postgres = await startPostgres([...settings, smallLog]);
  const say = sayer();
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    await seedAdmin(postgres.url, users, say, agePeople);
    await ageRecords(postgres.url);
    say('what is to be cleared away');
    await makeAdmin(postgres.url);
    const database = new pg.Pool({ connectionString: postgres.url });
    const cases = await chooseCases(database);
    const paths = cases.flatMap((one) => one.paths.slice(0, pathsOfKind));
    const app = await startApp({ databaseUrl: postgres.url, dataDir, port, readyPath: '/healthz' });
    try {
      await ageJobs(database);
      say(`jobs; ${await sizeOf(database)}`);
      const table = await measure(database, paths, { users, minutes });
      say(`measured; ${await sizeOf(database)}`);
      return table;
    } finally {
      // A server in the middle of the job may not end in time.
      await Promise.allSettled([app.stop(), database.end()]);
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Says what was done, and the seconds since the beginning. */
function sayer(): (line: string) => void {
  const began = performance.now();
  return (line) => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    process.stderr.write(`${seconds} s: ${line}\n`);
  };
}

/** What the database and its log take of the disk. */
async function sizeOf(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ data: string; log: string }>(`select
    pg_size_pretty(pg_database_size(current_database())) as data,
    pg_size_pretty((select sum(size) from pg_ls_waldir())) as log`);
  return `${rows[0]?.data} of data and ${rows[0]?.log} of log on disk`;
}

async function measure(
  database: pg.Pool,
  paths: string[],
  { users, minutes }: { users: number; minutes: number },
): Promise<string> {
  const api = `http://127.0.0.1:${port}/api`;
  const headers = await signIn(api);
  const ask = async (path: string): Promise<number> => {
    const began = performance.now();
    const reply = await fetch(`${api}${path}`, { headers });
    await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return performance.now() - began;
  };
  const askUntil = async (isOver: () => boolean | Promise<boolean>): Promise<number[]> => {
    const all: number[] = [];
    while (!(await isOver())) for (const path of paths) all.push(await ask(path));
    return all;
  };
  for (const path of paths) await ask(path);
  const end = performance.now() + secondsWithout * 1_000;
  const without = await askUntil(() => performance.now() > end);

  const watch = watchTransactions(database);
  const began = performance.now();
  await database.query(
    `insert into pgboss.job (name, data) values ('keep-retention', '{"version":1}')`,
  );
  const lastRun = async () => {
    const { rows } = await database.query(
      'select counts, is_partial, finished_at from retention_runs',
    );
    return rows[0] as { counts: object; is_partial: boolean; finished_at: Date | null } | undefined;
  };
  const runWhole = async () => {
    while (!(await lastRun())) await wait(100);
    const isLong = () => performance.now() - began > minutes * 60_000;
    return askUntil(async () => isLong() || Boolean((await lastRun())?.finished_at));
  };
  // Also where an answer fails: what watches would meet a database that is gone.
  const during = await runWhole().finally(watch.stop);
  const seconds = (performance.now() - began) / 1_000;
  const longest = await watch.stop();
  const run = await lastRun();
  const [a, b] = [percentile(without), percentile(during)];
  return [
    `The daily job on ${users} users: ${seconds.toFixed(0)} s, ${run?.finished_at ? JSON.stringify(run.counts) : 'broken off'}${run?.is_partial ? ', partly' : ''}.`,
    '',
    '| what | without | during | ratio |',
    '|---|---|---|---|',
    `| p95 of the lists, ms (${without.length} and ${during.length} answers) | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(b / a).toFixed(2)} |`,
    ...[...longest].map(
      ([query, ms]) => `| longest transaction at \`${query}\`, ms | | ${ms.toFixed(0)} | |`,
    ),
  ].join('\n');
}

function percentile(all: number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
