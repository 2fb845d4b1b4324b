import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { makeTemplate } from './database.ts';

// Nothing here has to survive a crash, or lives long enough to be vacuumed.
const fleeting = [
  'autovacuum=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // In memory it is not to take much of that.
  'max_wal_size=256MB',
];

/** A PostgreSQL for test databases: that of `TEST_DATABASE_URL`, or one of its own. `stop` ends the latter. */
export async function openTestServer(
  settings = fleeting,
): Promise<{ url: string; sockets?: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  return startPostgres(settings, { inMemory: settings === fleeting });
}

/**
 * Opens it with a migrated database that those of the tests are copies of. What is started later
 * inherits the address. Answers what stops it.
 */
export async function startTestPostgres(settings = fleeting): Promise<() => Promise<void>> {
  const { url, sockets, stop } = await openTestServer(settings);
  process.env.TEST_DATABASE_URL = url;
  if (sockets) process.env.TEST_DATABASE_SOCKETS = sockets;
  await makeTemplate(url);
  return stop;
}
