import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import pg from 'pg';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { settings } from '../admin/index.ts';
import { seedAdmin } from '../admin/seed.ts';
import { makeAdmin } from '../admin/sign-in.ts';
import { startApp } from '../lib/app.ts';
import { ageJobs, agePeople, ageRecords } from './age.ts';

/** So that data and log stay below 20 GB of disk. */
const serverSettings = [...settings, 'max_wal_size=4GB'];

type Postgres = Awaited<ReturnType<typeof startPostgres>>;
type Say = (line: string) => void;

/** How many people are filled in, and where our server keeps its files and listens meanwhile. */
interface Wanted {
  users: number;
  dataDir: string;
  port: number;
}

/**
 * A server whose database has much to clear away. BENCH_FILLED may name a folder: what is filled in is kept
 * there, and each run that finds it has a copy of its own, so that it can be measured again at once.
 */
export async function startFilled(wanted: Wanted, say: Say): Promise<Postgres> {
  const { BENCH_FILLED: folder } = process.env;
  if (!folder) return fill(await startPostgres(serverSettings), wanted, say);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    const keptIn = await startPostgres(serverSettings, { keptIn: unfinished });
    await (await fill(keptIn, wanted, say)).stop();
    renameSync(unfinished, folder);
    say(`kept in ${folder}`);
  }
  const postgres = await startPostgres(serverSettings, {
    make: (data) => cpSync(folder, data, { recursive: true }),
  });
  // Else the disk would still write the copy while the job is measured.
  execFileSync('sync');
  say('copied');
  return postgres;
}

/** Fills the empty database of a server, which is stopped where that fails. */
async function fill(postgres: Postgres, wanted: Wanted, say: Say): Promise<Postgres> {
  try {
    await seedAdmin(postgres.url, wanted.users, say, agePeople);
    await ageRecords(postgres.url);
    say('what is to be cleared away');
    await makeAdmin(postgres.url);
    await fillJobs(postgres.url, wanted);
    say('jobs');
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** The queues are made by the first server that starts. */
async function fillJobs(databaseUrl: string, { dataDir, port }: Wanted): Promise<void> {
  const app = await startApp({ databaseUrl, dataDir, port, readyPath: '/healthz' });
  const database = new pg.Pool({ connectionString: databaseUrl });
  try {
    await ageJobs(database);
  } finally {
    await Promise.allSettled([app.stop(), database.end()]);
  }
}
