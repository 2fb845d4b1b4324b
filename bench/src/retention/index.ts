import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { chooseCases } from '../admin/cases.ts';
import { signIn } from '../admin/sign-in.ts';
import { startApp } from '../lib/app.ts';
import { startMailSink } from '../lib/mail-sink.ts';
import { startFilled } from './filled.ts';
import { followPhases } from './phases.ts';
import { keepWriting } from './smallest.ts';
import { type Longest, watchTransactions } from './watch.ts';

const port = 3313;
const usualUsers = 1_000_000;
/** So long the job is watched at each kind of what it does: of a million users it takes up to a whole night. */
const usualSeconds = 45;
/** Of every kind of request so many paths are asked for, in turn. */
const pathsOfKind = 3;
const secondsWithout = 30;
/** Shorter transactions are left out, but for the longest of each kind. */
const shownMs = 50;

/**
 * The daily job on a million users and ten million payments (BENCH_USERS: on as many users), while an
 * admin leafs through the lists: how long its longest transaction holds its locks, and what it does to
 * the answers, for 45 seconds (BENCH_SECONDS) of each kind of what it does. Markdown tables.
 */
export async function benchRetention(): Promise<string> {
  const users = Number(process.env.BENCH_USERS ?? usualUsers);
  const seconds = Number(process.env.BENCH_SECONDS ?? usualSeconds);
  const say = sayer();
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const postgres = await startFilled({ users, dataDir, port }, say);
  try {
    const database = new pg.Pool({
      connectionString: postgres.url,
      application_name: 'bench',
    });
    const cases = await chooseCases(database);
    const paths = cases.flatMap((one) => one.paths.slice(0, pathsOfKind));
    const mails = await startMailSink();
    const app = await startApp({
      ...{ databaseUrl: postgres.url, dataDir, port, readyPath: '/healthz' },
      smtpUrl: mails.url,
    });
    try {
      say(`started; ${await sizeOf(database)}`);
      const beside = await keepWriting(postgres.url);
      const table = await measure(database, paths, { users, seconds }).finally(beside.stop);
      say(`measured; ${await sizeOf(database)}`);
      return table;
    } finally {
      // A server in the middle of the job may not end in time.
      await Promise.allSettled([app.stop(), database.end()]);
      mails.stop();
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

/** What the lists took, by what the job was at. */
type Answers = Map<string, number[]>;

async function measure(
  database: pg.Pool,
  paths: string[],
  { users, seconds }: { users: number; seconds: number },
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
  const askUntil = async (
    phase: () => string,
    isOver: () => boolean | Promise<boolean>,
  ): Promise<Answers> => {
    const all: Answers = new Map();
    while (!(await isOver())) {
      for (const path of paths) {
        const at = phase();
        all.set(at, [...(all.get(at) ?? []), await ask(path)]);
      }
    }
    return all;
  };
  for (const path of paths) await ask(path);
  const end = performance.now() + secondsWithout * 1_000;
  const [without = []] = (
    await askUntil(
      () => '',
      () => performance.now() > end,
    )
  ).values();

  const phases = followPhases(database, seconds);
  const watch = watchTransactions(database, phases.now);
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
    return askUntil(phases.now, async () => Boolean((await lastRun())?.finished_at));
  };
  // Also where an answer fails: what watches would meet a database that is gone.
  const during = await runWhole().finally(() => Promise.all([watch.stop(), phases.stop()]));
  const took = (performance.now() - began) / 1_000;
  const run = await lastRun();
  const head = `The daily job on ${users} users, ${seconds} s of each kind at most: ${took.toFixed(0)} s, ${JSON.stringify(run?.counts)}${run?.is_partial ? ', partly' : ''}.`;
  return [head, '', ...report(without, during, await watch.stop())].join('\n');
}

function report(without: number[], during: Answers, longest: Longest): string[] {
  const calm = percentile(without);
  const line = (what: string, all: number[]) => {
    const ms = percentile(all);
    return `| ${what} (${all.length} answers) | ${ms.toFixed(1)} | ${(ms / calm).toFixed(2)} |`;
  };
  return [
    '| p95 of the lists | ms | ratio |',
    '|---|---|---|',
    line('without the job', without),
    line('during it', [...during.values()].flat()),
    ...[...during].map(([phase, all]) => line(`during its ${phase}`, all)),
    '',
    '| during its | longest transaction at | ms |',
    '|---|---|---|',
    ...longest
      .filter((one) => one.ms > shownMs || one === longest.find(({ phase }) => phase === one.phase))
      .map(({ phase, query, ms }) => `| ${phase} | \`${query}\` | ${ms.toFixed(0)} |`),
  ];
}

function percentile(all: number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
