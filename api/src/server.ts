import { setTimeout } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.ts';
import { openWhenThere } from './db/when-there.ts';
import { refuseDemoAccounts } from './demo/accounts.ts';
import type { History } from './demo/history.ts';
import { type Env, readEnv } from './env.ts';
import { keepTexts } from './features/agreements/kept-texts.ts';
import { resumeEvents } from './features/billing/stripe/events/process-events.ts';
import { keepTallies } from './features/tallies/service.ts';
import { createLog } from './http/log.ts';
import { putRequestsFirst } from './http/priority.ts';
import { loadSite } from './http/site.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { createJobs } from './jobs/jobs.ts';
import { createServices, type Services } from './services.ts';

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  if (env.NODE_ENV === 'production' && /^.k_test_/.test(env.STRIPE_SECRET_KEY)) {
    log.warn('Stripe is in test mode: no money is taken');
  }
  const where = { url: env.DATABASE_URL, dataDirectory: env.DATA_DIR };
  const database = await openWhenThere(where, (line) => log.warn(line));
  if (env.NODE_ENV === 'production') await refuseDemoAccounts(database.db);
  await keepTexts(database.db);
  const jobs = await createJobs(database, log);
  const services = createServices(env, log, database.db, jobs);
  const app = await createApp(services, database, loadSite(env.WEB_DIR));

  const stopTallies = keepTallies(database.db, log);
  let working = Promise.resolve();

  let history: History | undefined;
  const stopDelayMs = stopDelayOf(env) * 1_000;
  const stop = async (): Promise<void> => {
    app.readiness.noteStopping();
    await setTimeout(stopDelayMs);
    await history?.stop();
    await app.close();
    await working.catch(() => {});
    await stopTallies();
    await jobs.stop();
    await database.close();
  };
  const grace = closeWithGrace({ delay: stopDelayMs + 9_000 }, async ({ err }) => {
    if (err) log.error({ err }, 'stopping after an error');
    await stop();
  });
  // Started by a supervisor: without it there is nobody to stop this process.
  process.on('disconnect', () => grace.close());

  if (env.DEMO) await (await import('./demo/seed.ts')).seedDemo(services);
  // By now files have been read, so the threads are there.
  putRequestsFirst();
  const url = await app.listen({ port: env.PORT, host: env.HOST });
  log.info({ url }, 'listening');
  working = beginWork(services);
  await working;
  process.send?.({ ready: true, url });
  if (env.DEMO && env.DEMO_HISTORY) {
    const { startHistory } = await import('./demo/history.ts');
    history = startHistory(services, (progress) => process.send?.({ progress }));
  }
}

/** Seconds in which a balancer may learn of a stop before connections are refused. */
function stopDelayOf({ STOP_DELAY_SECONDS, NODE_ENV }: Env): number {
  return STOP_DELAY_SECONDS ?? (NODE_ENV === 'production' ? 5 : 0);
}

/** What nobody who asks for a page has to wait for. */
async function beginWork(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work(jobHandlers(services));
  await jobs.repeat('reconcile', '0 * * * *');
  await jobs.repeat('forget-ended', '30 * * * *');
  await jobs.repeat('keep-retention', '10 3 * * *');
  await resumeEvents(services);
}

start().catch((error: Error) => {
  // Whoever started it says it, once.
  if (process.send) process.send({ error: error.message }, () => process.exit(1));
  else process.stderr.write(`${error.message}\n`, () => process.exit(1));
});
