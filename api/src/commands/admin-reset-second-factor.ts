import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { resetFactors } from '../features/second-factors/reset.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createServices } from '../services.ts';

/**
 * `npm run admin:reset-second-factor -- <email>`, with the settings of the server: lets somebody in by
 * the password alone who has lost phone and recovery codes. They are told by mail.
 */
const [email] = process.argv.slice(2);
try {
  if (!email) throw new Error('Usage: npm run admin:reset-second-factor -- <email>');
  const env = readEnv(process.env);
  const log = createLog('error', process.stderr);
  const database = await openDatabase({ url: env.DATABASE_URL, dataDirectory: env.DATA_DIR });
  const jobs = await createJobs(database, log);
  try {
    await resetFactors(createServices(env, log, database.db, jobs), email);
  } finally {
    await jobs.stop();
    await database.close();
  }
  process.stdout.write(`${email} logs in by the password alone now, and is told by mail.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
