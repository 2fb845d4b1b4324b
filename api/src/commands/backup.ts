import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { backUp, restore } from '../db/backup.ts';
import type { Database } from '../db/client.ts';
import { isUpToDate } from '../db/migrations.ts';
import { openDatabase } from '../db/open.ts';
import { openPool } from '../db/pool.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';

/**
 * `npm run backup -- <file>` writes everything in the database to a file; `npm run restore --
 * <file>` puts it into an empty database. DATABASE_URL or DATA_DIR say which database.
 */
const [action, file] = process.argv.slice(2);
if ((action !== 'backup' && action !== 'restore') || !file) {
  process.stderr.write('Usage: npm run backup -- <file>, or npm run restore -- <file>\n');
  process.exit(1);
}

try {
  if (action === 'backup' && process.env.DATABASE_URL)
    await refuseOthersTables(process.env.DATABASE_URL);
  const database = await openDatabase({
    url: process.env.DATABASE_URL || undefined,
    migrationsUrl: process.env.MIGRATIONS_DATABASE_URL || undefined,
    dataDirectory: process.env.DATA_DIR || '.data',
  });
  try {
    if (action === 'backup') await writeTo(file, database);
    else await restoreFrom(file, database);
  } finally {
    await database.close();
  }
  process.stdout.write(action === 'backup' ? `Written to ${file}.\n` : 'Restored.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** A backup changes nothing: not the tables of the release that runs, either. */
async function refuseOthersTables(url: string): Promise<void> {
  const pool = openPool(url, { max: 1, connectMs: 4_000 });
  try {
    if (await isUpToDate((statement) => pool.query(statement))) return;
  } finally {
    await pool.end();
  }
  throw new Error(
    'The tables are not those of this release: make the backup with the release that runs.',
  );
}

async function writeTo(path: string, { db }: Database): Promise<void> {
  const zip = createGzip();
  // A file that is there is not overwritten, and nobody else reads what is in it.
  const done = finished(zip.pipe(createWriteStream(path, { flags: 'wx', mode: 0o600 })));
  done.catch(() => {});
  try {
    await backUp(db, async (entry) => {
      if (!zip.write(`${JSON.stringify(entry)}\n`)) await Promise.race([once(zip, 'drain'), done]);
    });
    zip.end();
    await done;
  } catch (error) {
    // What is half there would be taken for a backup.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true });
    throw error;
  }
}

async function restoreFrom(path: string, database: Database): Promise<void> {
  const jobs = await createJobs(database, createLog('silent'));
  await restore(database.db, jobs, readFrom(path)).finally(() => jobs.stop());
}

async function* readFrom(path: string) {
  const unzipped = createGunzip();
  // A pipe passes on what is read, not that nothing can be.
  createReadStream(path)
    .on('error', (error) => unzipped.destroy(error))
    .pipe(unzipped);
  for await (const line of createInterface({ input: unzipped })) yield JSON.parse(line);
}
