import { once } from 'node:events';
import { createServer } from 'node:net';
import pino from 'pino';
import { startSandbox } from 'stripe-sandbox';
import { createApp, createServices, type Services } from '../app.ts';
import type { Database } from '../db/client.ts';
import { readEnv } from '../env.ts';
import { jobHandlers, resumeEvents } from '../jobs/handlers.ts';
import { createJobs } from '../jobs/jobs.ts';
import { type Client, createClient } from './client.ts';
import { openTestDatabase } from './database.ts';

export interface TestServer {
  url: string;
  services: Services;
  database: Database;
  /** Calls the API over HTTP, as nobody until it signs in. */
  client: Client;
  sandboxUrl: string;
  /** The mails that were handed to SMTP. */
  close(): Promise<void>;
}

const webhookSecret = 'whsec_test_0123456789abcdef0123456789abcdef';

/** The whole product but for the browser: our server on a real port, and the Stripe sandbox. */
export async function startTestServer(): Promise<TestServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    webhookUrl: `${url}/api/webhooks/stripe`,
    webhookSecret,
    retryDelaysMs: [50, 100, 200, 400, 800, 1600],
  });
  const database = await openTestDatabase();
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
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
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  const services = createServices(env, log, database.db, jobs);
  await services.prices.syncCatalogue();
  const app = await createApp(services, database, { pages: new Map(), scriptHashes: [] });
  await jobs.work(jobHandlers(services));
  await resumeEvents(services);
  await app.listen({ port, host: '127.0.0.1' });
  return {
    url,
    services,
    database,
    client: createClient(url),
    sandboxUrl: sandbox.url,
    close: async () => {
      await app.close();
      await sandbox.close();
      await jobs.stop();
      await database.close();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
