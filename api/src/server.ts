import { setTimeout } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { letYoungGrow } from './bundle/young-objects.ts';
import type { Db } from './db/client.ts';
import { openReading, type Reading } from './db/reading.ts';
import { openWhenThere } from './db/when-there.ts';
import { refuseDemoAccounts } from './demo/accounts.ts';
import type { History } from './demo/history.ts';
import { type Env, readEnv } from './env.ts';
import { keepTexts } from './features/agreements/kept-texts.ts';
import { resumeEvents } from './features/billing/stripe/events/process-events.ts';
import { startDeliveries } from './features/products/deliver.ts';
import { keepAssets } from './features/releases/assets.ts';
import { keepTallies } from './features/tallies/service.ts';
import { createErrorTracker, type Track } from './http/error-tracker.ts';
import { createLog } from './http/log.ts';
import { loadSite } from './http/site.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { createJobs } from './jobs/jobs.ts';
import { createServices, type Services } from './services.ts';
import { listRead } from './telemetry/happenings.ts';
import { startTelemetry } from './telemetry/start.ts';
import { version } from './version.ts';

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL, undefined, trackerOf(env));
  log.info({ version }, 'starting');
  if (env.NODE_ENV === 'production' && /^.k_test_/.test(env.STRIPE_SECRET_KEY)) {
    log.warn('Stripe is in test mode: no money is taken');
  }
  const where = {
    url: env.DATABASE_URL,
    migrationsUrl: env.MIGRATIONS_DATABASE_URL,
    dataDirectory: env.DATA_DIR,
  };
  const database = await openWhenThere(where, (line) => log.warn(line));
  if (env.NODE_ENV === 'production') await refuseDemoAccounts(database.db);
  await keepTexts(database.db);
  const site = loadSite(env.WEB_DIR);
  await keepAssets(database.db, site);
  const jobs = await createJobs(database, log);
  const reading = readingOf(env, log, database.db);
  const services = createServices(env, log, database.db, jobs, reading?.read);
  const app = await createApp(services, database, site);

  const stopTelemetry = await startTelemetry(env, services, database);
  const stopTallies = keepTallies(database.db, log);
  const stopDeliveries = startDeliveries(services);
  let working = Promise.resolve();

  let history: History | undefined;
  const stopDelayMs = stopDelayOf(env) * 1_000;
  const stop = async (): Promise<void> => {
    app.readiness.noteStopping();
    await setTimeout(stopDelayMs);
    await history?.stop();
    // One after the other they could take longer than there is. Requests may still leave jobs behind.
    await Promise.all([app.close(), working.catch(() => {}), stopDeliveries(), stopTallies()]);
    await jobs.stop();
    await stopTelemetry();
    await reading?.close();
    await database.close();
  };
  const grace = closeWithGrace({ delay: stopDelayMs + 9_000 }, async ({ err }) => {
    if (err) log.error({ err }, 'stopping after an error');
    await stop();
  });
  // Started by a supervisor: without it there is nobody to stop this process.
  process.on('disconnect', () => grace.close());

  if (env.DEMO) await (await import('./demo/seed.ts')).seedDemo(services);
  const url = await app.listen({ port: env.PORT, host: env.HOST });
  log.info({ url }, 'listening');
  working = beginWork(services);
  await working;
  letYoungGrow();
  process.send?.({ ready: true, url });
  if (env.DEMO && env.DEMO_HISTORY) {
    const { startHistory } = await import('./demo/history.ts');
    history = startHistory(services, (progress) => process.send?.({ progress }));
  }
}

/** The replica that lists are read from, if there is one; where it fails is said once, until it answers again. */
function readingOf(
  { DATABASE_URL, DATABASE_READ_URL }: Env,
  log: Logger,
  primary: Db,
): Reading | undefined {
  if (!DATABASE_URL || !DATABASE_READ_URL) return undefined;
  let isAway = false;
  return openReading(primary, DATABASE_READ_URL, (from, err) => {
    listRead.tell({ from });
    if (err && !isAway)
      log.warn({ err }, 'the replica could not be read: lists come from the primary');
    if (from === 'replica' && isAway) log.info('the replica is read again');
    isAway = from === 'replica' ? false : isAway || err !== undefined;
  });
}

/** Where errors are told beside the log, if anywhere. */
function trackerOf({ SENTRY_DSN, NODE_ENV }: Env): Track | undefined {
  return SENTRY_DSN && createErrorTracker(SENTRY_DSN, { release: version, environment: NODE_ENV });
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
  await jobs.repeat('remind', '45 * * * *');
  await jobs.repeat('forget-ended', '30 * * * *');
  await jobs.repeat('keep-retention', '10 3 * * *');
  await resumeEvents(services);
}

start().catch((error: Error) => {
  // Whoever started it says it, once.
  if (process.send) process.send({ error: error.message }, () => process.exit(1));
  else process.stderr.write(`${error.message}\n`, () => process.exit(1));
});
