import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { throughSocket } from '../../api/src/testing/database.ts';
import { openTestServer } from '../../api/src/testing/postgres.ts';
import { serveDatabases } from './databases.ts';
import { startFirst } from './stack.ts';

/**
 * Before all journeys: a PostgreSQL, and the first start on an empty database and an empty folder, which
 * the stacks begin with a copy of.
 */
export default async function firstStart(): Promise<() => Promise<void>> {
  const { url, sockets, stop } = await openTestServer();
  // Whoever comes in by rows has a session that all stacks take for theirs.
  process.env.JWT_SECRET = randomBytes(32).toString('base64url');
  const databases = await serveDatabases(throughSocket(url, sockets));
  process.env.STACK_DATABASES = databases.url;
  const folder = await startFirst();
  process.env.STACK_FIRST_DATA = folder;
  return async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await databases.stop();
    await stop();
  };
}
