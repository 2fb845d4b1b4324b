import { startSandbox } from 'stripe-sandbox';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { createApp } from '../app.ts';
import type { Database } from '../db/client.ts';
import { readEnv } from '../env.ts';
import { keepTexts } from '../features/agreements/kept-texts.ts';
import { resumeEvents } from '../features/billing/stripe/events/process-events.ts';
import { createLog } from '../http/log.ts';
import { jobHandlers } from '../jobs/handlers.ts';
import type { JobName } from '../jobs/job-data.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createServices, type Services } from '../services.ts';
import { arriveIn } from './arrive.ts';
import { type Client, createClient, person } from './client.ts';
import { openTestDatabase } from './database.ts';
import { workedOff } from './worked-off.ts';

export interface TestServer {
  url: string;
  services: Services;
  database: Database;
  /** Calls the API over HTTP, as nobody until it signs in. */
  client: Client;
  sandboxUrl: string;
  /** Every line that was logged. */
  logged: string[];
  /** Resolves when every event of Stripe has arrived and been worked off. */
  settled(): Promise<void>;
  /** Closes the sandbox only, as an outage of Stripe. */
  closeSandbox(): Promise<void>;
  /** Makes an admin and signs in. */
  admin(): Promise<Client>;
  close(): Promise<void>;
}

/** Where no mail server is; a server that is told so tries its mails all the same. */
export const noMailServer = { SMTP_URL: 'smtp://127.0.0.1:1' };

const webhookSecret = 'whsec_test_0123456789abcdef0123456789abcdef';

/** The whole product but for the browser: our server on a real port, and the Stripe sandbox. */
export async function startTestServer(
  settings: Record<string, string> = {},
  open: () => Promise<Database> = openTestDatabase,
): Promise<TestServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    webhookUrl: `${url}/api/webhooks/stripe`,
    webhookSecret,
    retryDelaysMs: [50, 100, 200, 400, 800, 1600],
    deliveriesAtOnce: 20,
  });
  const database = await open();
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const jobs = await createJobs(database, log);
  const env = readEnv({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: url,
    JWT_SECRET: Buffer.alloc(32, 7).toString('base64url'),
    STRIPE_SECRET_KEY: 'sk_test_suite',
    STRIPE_API_URL: sandbox.url,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    ...noMailServer,
    // All test people come from one address, as in the demo.
    DEMO: 'true',
    ...settings,
  });
  const services = createServices(env, log, database.db, jobs);
  await services.prices.syncCatalogue();
  await keepTexts(database.db);
  const app = await createApp(services, database, new Map());
  await jobs.work(jobHandlers(services), workersFor(settings));
  await resumeEvents(services);
  await app.listen({ port, host: '127.0.0.1' });
  const arrive = arriveIn(services);
  const client = createClient(url, undefined, arrive);
  let sandboxRuns = true;
  const closeSandbox = async (): Promise<void> => {
    if (sandboxRuns) await sandbox.close();
    sandboxRuns = false;
  };
  return {
    url,
    services,
    database,
    client,
    sandboxUrl: sandbox.url,
    logged: lines,
    settled: async () => {
      await sandbox.delivered(10_000);
      await workedOff(database);
    },
    closeSandbox,
    admin: async () => {
      const name = { first_name: 'Amara', last_name: 'Osei' };
      const arrived = await arrive(person({ email: 'admin@hospital.test', ...name }), 'admin');
      return client.withToken(arrived.token);
    },
    close: async () => {
      await within('the server', app.close());
      await within('the sandbox', closeSandbox());
      await within('the queues', jobs.stop());
      await within('the database', database.close());
    },
  };
}

/**
 * Each added job has all workers of its kind look for it: two are as good as four where few people come. Mails that
 * nobody would take wait in their queue, where each try costs as much as a call; links are made, as always.
 */
function workersFor({ SMTP_URL }: Record<string, string>): Partial<Record<JobName, number>> {
  return { 'sync-customer': 2, 'send-email': SMTP_URL ? 2 : 0 };
}

/**
 * A second process of ours beside `server`: memory of its own, on the same database and Stripe. It is closed first:
 * `server` takes the database away, and pg-boss hears no error of a connection that it is ending.
 */
export async function startTwin(server: TestServer): Promise<{
  client: Client;
  close(): Promise<void>;
}> {
  const { database, services: first } = server;
  const jobs = await createJobs(database, first.log);
  const services = createServices(first.env, first.log, database.db, jobs);
  const app = await createApp(services, database, new Map());
  await jobs.work(jobHandlers(services));
  await resumeEvents(services);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    client: createClient(url),
    close: async () => {
      await within('the twin', app.close());
      await within("the twin's queues", jobs.stop());
    },
  };
}

/** Gives up on what will not end, and says what it was: a suite must not hang on its way out. */
async function within(what: string, closing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      process.stderr.write(`${what} did not close within 10 s\n`);
      resolve();
    }, 10_000);
  });
  await Promise.race([closing, limit]).finally(() => clearTimeout(timer));
}
