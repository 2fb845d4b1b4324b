import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { announceChange, announcement } from '../features/agreements/changes.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createServices } from '../services.ts';
import { askServer } from './ask-server.ts';

const usage = 'Usage: npm run legal:announce -- <terms|privacy> <year-month-day> "<what changes>"';

/**
 * `npm run legal:announce`: tells every account holder of the terms or the policy of this build, with
 * the settings of the server, whose processes send the mails.
 */
try {
  const [kind, inForceOn, says] = process.argv.slice(2);
  const { data } = announcement.safeParse({ kind, inForceOn, says });
  if (!data) throw new Error(usage);
  if (process.env.DATABASE_URL) await here(data);
  else await askServer('legal-announce', data);
  process.stdout.write(`Announced: in force on ${data.inForceOn}. The mails go out now.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function here(change: Parameters<typeof announceChange>[1]): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog('error', process.stderr);
  const database = await openDatabase({ url: env.DATABASE_URL, dataDirectory: env.DATA_DIR });
  const jobs = await createJobs(database, log);
  try {
    await announceChange(createServices(env, log, database.db, jobs), change);
  } finally {
    await jobs.stop();
    await database.close();
  }
}
