import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { makeTemplate } from './database.ts';

// Nothing here has to survive a crash, or lives long enough to be vacuumed.
const fleeting = [
  'autovacuum=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/**
 * Before the first file: a PostgreSQL for all of them, or the one of `TEST_DATABASE_URL`, with a
 * migrated database that each file copies. Workers started later inherit the address.
 */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const { url, stop } = given
    ? { url: given, stop: async () => {} }
    : await startPostgres(fleeting);
  process.env.TEST_DATABASE_URL = url;
  await makeTemplate(url);
  const programs = makeProgramsFolder();
  return async () => {
    rmSync(programs, { recursive: true });
    await stop();
  };
}

/** A folder for what `programs.ts` bundles: where the packages that are not bundled are found. */
function makeProgramsFolder(): string {
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(resolve('.cache/programs-'));
  process.env.TEST_PROGRAMS = folder;
  return folder;
}
