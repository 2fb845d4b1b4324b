import type { ReconciliationRun } from 'contract/reconciliation';
import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { presentRun } from '../features/billing/reconciliation/present.ts';
import { reportOf } from '../features/billing/reconciliation/report.ts';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createServices } from '../services.ts';
import { askServer } from './ask-server.ts';

/**
 * `npm run billing:reconcile`: compares our rows with Stripe, repairs them, prints what differed.
 * It ends with 0 when they agree now, with 1 when something is left or it could not be done. Only
 * one process may open PGlite, so without DATABASE_URL the server that runs does the work.
 */
try {
  const run = process.env.DATABASE_URL ? await here() : await inTheServer();
  process.stdout.write(`${reportOf(run)}\n`);
  if (run.differences.some(({ repaired }) => !repaired)) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function here(): Promise<ReconciliationRun> {
  const env = readEnv(process.env);
  const log = createLog('error', process.stderr);
  const database = await openDatabase({ url: env.DATABASE_URL, dataDirectory: env.DATA_DIR });
  const jobs = await createJobs(database, log);
  try {
    return presentRun(await reconcile(createServices(env, log, database.db, jobs)));
  } finally {
    await jobs.stop();
    await database.close();
  }
}

async function inTheServer(): Promise<ReconciliationRun> {
  const { run } = await askServer<{ run: ReconciliationRun }>('reconcile');
  return run;
}
