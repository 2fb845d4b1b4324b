import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { startTestPostgres } from './postgres.ts';

/**
 * Before the first file: a PostgreSQL for all of them, or the one of `TEST_DATABASE_URL`, with a
 * migrated database that each file copies. Workers started later inherit the address.
 */
export async function setup(): Promise<() => Promise<void>> {
  const stop = await startTestPostgres();
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
