import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createServices, type Services } from '../services.ts';

/**
 * Does something for an operator in this process, with the settings of the server and on its database,
 * which is closed again. Throws what that throws, and where PGlite is open to another process.
 */
export async function withServices<Done>(
  work: (services: Services) => Promise<Done>,
): Promise<Done> {
  const env = readEnv(process.env);
  const log = createLog('error', process.stderr);
  const database = await openDatabase({ url: env.DATABASE_URL, dataDirectory: env.DATA_DIR });
  const jobs = await createJobs(database, log);
  try {
    return await work(createServices(env, log, database.db, jobs));
  } finally {
    await jobs.stop();
    await database.close();
  }
}
