import type { ReconciliationRun } from 'contract/reconciliation';
import { presentRun } from '../features/billing/reconciliation/present.ts';
import { reportOf } from '../features/billing/reconciliation/report.ts';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { askServer } from './ask-server.ts';
import { withServices } from './with-services.ts';

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

function here(): Promise<ReconciliationRun> {
  return withServices(async (services) => presentRun(await reconcile(services)));
}

async function inTheServer(): Promise<ReconciliationRun> {
  const { run } = await askServer<{ run: ReconciliationRun }>('reconcile');
  return run;
}
