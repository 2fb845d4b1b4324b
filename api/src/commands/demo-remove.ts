import { openDatabase } from '../db/open.ts';
import { removeDemoAccounts } from '../demo/accounts.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createServices } from '../services.ts';

/**
 * `npm run demo:remove`: deletes the accounts that a demo put into the database, with the settings
 * of the server.
 */
try {
  const env = readEnv(process.env);
  const log = createLog('error', process.stderr);
  const database = await openDatabase({ url: env.DATABASE_URL, dataDirectory: env.DATA_DIR });
  const jobs = await createJobs(database, log);
  try {
    const removed = await removeDemoAccounts(createServices(env, log, database.db, jobs));
    const found = removed.length > 0 ? `Deleted ${removed.join(' and ')}` : 'There was none';
    process.stdout.write(`${found}. No account of a demo is left.\n`);
  } finally {
    await jobs.stop();
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
