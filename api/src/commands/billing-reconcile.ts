import { parseArgs } from 'node:util';
import type { ReconciliationRun } from 'contract/reconciliation';
import { createPace } from '../features/billing/reconciliation/pace.ts';
import { presentRun } from '../features/billing/reconciliation/present.ts';
import { reportOf } from '../features/billing/reconciliation/report.ts';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { askServer } from './ask-server.ts';
import { withServices } from './with-services.ts';

/**
 * `npm run billing:reconcile`: compares our rows with Stripe, repairs them, prints what differed.
 * It ends with 0 when they agree now, with 1 when something is left or it could not be done. Only
 * one process may open PGlite, so without DATABASE_URL the server that runs does the work. Stripe is asked
 * as often as it takes of a test account, or `-- --calls-per-second <number>`.
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
  const pace = createPace(callsPerSecond());
  return withServices(async (services) => presentRun(await reconcile(services, { pace })));
}

function callsPerSecond(): { callsPerSecond?: number } {
  const { values } = parseArgs({ options: { 'calls-per-second': { type: 'string' } } });
  const asked = values['calls-per-second'];
  if (asked === undefined) return {};
  const number = Number(asked);
  if (!(number > 0)) throw new Error('--calls-per-second must be a number above 0, such as 80.');
  return { callsPerSecond: number };
}

async function inTheServer(): Promise<ReconciliationRun> {
  const { run } = await askServer<{ run: ReconciliationRun }>('reconcile');
  return run;
}
