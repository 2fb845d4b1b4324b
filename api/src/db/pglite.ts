import { chmod, mkdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite } from 'pg-boss';
import type { Database, Db } from './client.ts';
import { lockDataDirectory } from './data-lock.ts';
import { findUnusualEmails, writeEmailKeys } from './email-keys.ts';
import { fillAccess } from './fill-access.ts';
import { applyFunctions, newestMigration } from './functions.ts';
import { isUpToDate, migrationsFolder } from './migrations.ts';

/** PGlite's own 160 MB are all touched at start; beneath these lies the system's cache of files. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

// V8 would soon compile PGlite's busiest functions once more, for speed. The largest of them costs it seconds of a core
// and 600 MB, and a process that is to end waits for them: more than the database of a laptop gains.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');

/**
 * Opens the embedded database in a folder, or in `memory://`, with its tables up to date. With an
 * `image` of another (PGlite's `dumpDataDir`) it begins as that was: making one anew takes 2 s.
 */
export async function openPglite(dataDirectory: string, image?: Blob): Promise<Database> {
  const inMemory = dataDirectory.startsWith('memory://');
  const unlock = inMemory ? async () => {} : await lockDataDirectory(dataDirectory);
  const folder = inMemory ? dataDirectory : `${dataDirectory}/pglite`;
  // PGlite's files are as open as the system has it; what is in them is not for everybody.
  if (!inMemory) {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
  }
  const client = await PGlite.create(folder, {
    extensions: { pg_trgm },
    startParams,
    ...(image && { loadDataDir: image }),
  });
  const db = drizzle(client);
  const query = (text: string) => client.query(text);
  if (!(await isUpToDate(query))) {
    const unusual = await findUnusualEmails(query);
    await migrate(db, { migrationsFolder });
    await writeEmailKeys(query, unusual);
    const script = (text: string) => client.exec(text);
    await applyFunctions({ query, script }, await newestMigration(migrationsFolder));
    await fillAccess(query);
  }
  return {
    // Both drivers answer rows in the same way; only the types of their raw results differ.
    db: db as unknown as Db,
    bossOptions: { db: fromPglite(client), backend: 'pglite' },
    ping: async () => void (await db.execute(sql`select 1`)),
    close: async () => {
      await client.close();
      await unlock();
    },
  };
}
