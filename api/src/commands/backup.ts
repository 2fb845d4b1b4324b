import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { backUp, restore } from '../db/backup.ts';
import type { Database } from '../db/client.ts';
import { openDatabase } from '../db/open.ts';
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
  const database = await openDatabase({
    url: process.env.DATABASE_URL || undefined,
    migrationsUrl: process.env.MIGRATIONS_DATABASE_URL || undefined,
    dataDirectory: process.env.DATA_DIR || '.data',
  });
  const jobs = await createJobs(database, createLog('silent'));
  try {
    if (action === 'backup') await writeTo(file, database);
    else await restore(database.db, jobs, readFrom(file));
  } finally {
    await jobs.stop();
    await database.close();
  }
  process.stdout.write(action === 'backup' ? `Written to ${file}.\n` : 'Restored.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function writeTo(path: string, { db }: Database): Promise<void> {
  const zip = createGzip();
  // A file that is there is not overwritten, and nobody else reads what is in it.
  const done = finished(zip.pipe(createWriteStream(path, { flags: 'wx', mode: 0o600 })));
  done.catch(() => {});
  await backUp(db, async (entry) => {
    if (!zip.write(`${JSON.stringify(entry)}\n`)) await Promise.race([once(zip, 'drain'), done]);
  });
  zip.end();
  await done;
}

async function* readFrom(path: string) {
  const unzipped = createGunzip();
  // A pipe passes on what is read, not that nothing can be.
  createReadStream(path)
    .on('error', (error) => unzipped.destroy(error))
    .pipe(unzipped);
  for await (const line of createInterface({ input: unzipped })) yield JSON.parse(line);
}
