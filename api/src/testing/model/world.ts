import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type Stripe from 'stripe';
import { type InProcessSandbox, openSandbox } from 'stripe-sandbox/in-process';
import { createApp } from '../../app.ts';
import type { Database } from '../../db/client.ts';
import {
  outgoingEmails,
  sessions,
  stripeCustomers,
  stripeEvents,
  trialAllowances,
  trialCards,
} from '../../db/schema.ts';
import { noteSent, writeNotice } from '../../emails/notices.ts';
import { findUnsentEmail } from '../../emails/repository.ts';
import { type Env, readEnv } from '../../env.ts';
import { resumeEvents } from '../../features/billing/stripe/events/process-events.ts';
import { createPortal } from '../../features/billing/stripe/setup/portal.ts';
import { createPrices } from '../../features/billing/stripe/setup/prices.ts';
import type { EndpointRow } from '../../features/products/endpoints-repository.ts';
import { createLog } from '../../http/log.ts';
import { jobHandlers } from '../../jobs/handlers.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { createServices, type Services } from '../../services.ts';
import { arriveIn } from '../arrive.ts';
import { person } from '../client.ts';
import { openTestDatabase } from '../database.ts';
import { patientInject } from '../patient-inject.ts';
import { noteEndings } from './endings.ts';
import { forgetDeliveries, openEndpoints } from './endpoints.ts';
import { isLeftOver } from './left-over.ts';
import { createMortal, type Mortal, mortalDb } from './mortal.ts';
import { openQueue, type Queue } from './queue.ts';
import { stripeOver } from './stripe-over.ts';

const webhookSecret = 'whsec_model_0123456789abcdef';
const log = createLog('silent');

/** One incarnation of our server: what a kill throws away. */
interface Incarnation {
  mortal: Mortal;
  services: Services;
  /** What answers calls, made with the first one. */
  app: () => Promise<FastifyInstance>;
  handlers: JobHandlers;
}

/** Somebody with an account. */
export interface Customer {
  id: string;
  email: string;
  token: string;
}

/** Our server, its database and the sandbox in one process, without sockets and timers. */
export interface World {
  sandbox: InProcessSandbox;
  /** Stripe, as somebody with its dashboard has it. */
  stripe: Stripe;
  database: Database;
  queue: Queue;
  env: Env;
  now: Incarnation;
  admin: Customer;
  /** Where the products are told. */
  endpoints: EndpointRow[];
  /** What was lived through, for figures. */
  counts: { lives: number; steps: number; kills: number; events: number };
  /** What the last mail about an end to come said, by its cause. */
  endings: Map<string, object>;
  /** Every mail that went out, by its cause, with how often. */
  mails: Map<string, number>;
  /** A life has changed prices of the catalogue. */
  isRepriced: boolean;
}

/** @param vatNumber of a company that charges VAT, from the beginning */
export async function openWorld(vatNumber?: string): Promise<World> {
  const sandbox = await openSandbox();
  const database = await openTestDatabase();
  // A mail that waits is young in every night: those are at Stripe's time, which runs far ahead of ours.
  await database.db.execute(
    sql`alter table outgoing_emails alter column created_at set default '2100-01-01'`,
  );
  const queue = await openQueue(database.db);
  const env = readEnv({
    NODE_ENV: 'test',
    APP_URL: 'http://site.test',
    JWT_SECRET: Buffer.alloc(32, 7).toString('base64url'),
    PRODUCT_LOGIN_KEYS: Buffer.alloc(32, 8).toString('base64url'),
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    DEMO: 'true',
    ...(vatNumber && { BRAND_VAT_NUMBER: vatNumber }),
  });
  const stripe = stripeOver(sandbox, { step: async () => {} });
  const world = {
    sandbox,
    stripe,
    database,
    queue,
    env,
    counts: { lives: 0, steps: 0, kills: 0, events: 0 },
    ...{ endings: new Map(), mails: new Map() },
    isRepriced: false,
  } as unknown as World;
  await syncStripe(world);
  await restart(world);
  world.admin = await openAccount(world, 'admin');
  world.endpoints = await openEndpoints(database.db, env);
  return world;
}

export async function closeWorld({ database, sandbox }: World): Promise<void> {
  await sandbox.close();
  await database.close();
}

/** What `npm run stripe:sync` does after the catalogue has changed, in a process of its own. */
export async function syncStripe({ stripe, env }: Pick<World, 'stripe' | 'env'>): Promise<void> {
  const isTaxed = env.BRAND_VAT_NUMBER !== undefined;
  const prices = createPrices(stripe, isTaxed);
  await prices.syncCatalogue();
  await createPortal(stripe, prices, isTaxed).syncConfiguration();
}

/** Starts our server on the data that is there, as after a kill. */
export async function restart(world: World): Promise<void> {
  await world.now?.mortal.undone();
  const { sandbox, database, queue, env, mails, endings } = world;
  const mortal = createMortal();
  const db = mortalDb(database.db, mortal);
  const base = createServices(env, log, db, queue.jobs);
  const stripe = stripeOver(sandbox, mortal, base.stripeClock);
  const isTaxed = env.BRAND_VAT_NUMBER !== undefined;
  const prices = createPrices(stripe, isTaxed);
  const send: Services['mails']['send'] = async (cause, notice) => {
    if (notice && !(await writeNotice(db, cause, notice))) return;
    const mail = await findUnsentEmail(db, cause);
    if (!mail) return;
    mails.set(cause, (mails.get(cause) ?? 0) + 1);
    await noteSent(db, mail, notice);
    // At Stripe's time, as all else is here: how long that is known for counts from it.
    await database.db
      .update(outgoingEmails)
      .set({ sentAt: new Date(sandbox.now() * 1000) })
      .where(eq(outgoingEmails.cause, cause));
  };
  const services: Services = {
    ...base,
    stripe,
    prices,
    portal: createPortal(stripe, prices, isTaxed),
    mails: { ...base.mails, send, queue: noteEndings(base.mails, endings) },
  };
  let made: Promise<FastifyInstance> | undefined;
  const app = () => {
    made ??= createApp(services, database, new Map());
    return made;
  };
  world.now = { mortal, services, app, handlers: jobHandlers(services) };
  await resumeEvents(services);
}

/** A new customer in an empty Stripe. */
export async function meetCustomer(world: World): Promise<Customer> {
  world.sandbox.startOver();
  world.mails.clear();
  await world.queue.forget();
  const { db } = world.database;
  // Sweeps look at all customers; those of earlier sequences are gone from Stripe.
  await db.delete(stripeCustomers);
  await db.delete(stripeEvents);
  await db.delete(trialCards);
  await db.delete(trialAllowances);
  await forgetDeliveries(db);
  // However long a run is, its admin has proved lately who they are.
  await db
    .update(sessions)
    .set({ provedAt: new Date() })
    .where(eq(sessions.userId, world.admin.id));
  return openAccount(world, 'user');
}

async function openAccount({ now }: World, role: 'user' | 'admin'): Promise<Customer> {
  const { token, user } = await arriveIn(now.services)(person(), role);
  return { id: user.id, email: user.email, token };
}

/** What our server answers; never anything once the process that was asked is dead, or the step is over. */
async function ask(now: Incarnation, request: InjectOptions) {
  if (isLeftOver()) await new Promise(() => {});
  const answer = await patientInject(await now.app(), request);
  if (now.mortal.isDead) await new Promise(() => {});
  return answer;
}

/** Calls our API as a browser would. */
export async function call(
  { now }: World,
  { token }: Pick<Customer, 'token'>,
  path: string,
  body?: object,
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
): Promise<{ status: number; body: Record<string, string> }> {
  const answer = await ask(now, {
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** What our API answers to be read. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered
export async function read({ now }: World, { token }: Customer, path: string): Promise<any> {
  const answer = await ask(now, {
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.json();
}

/** Delivers an event to our webhook, signed, and answers the status. */
export async function deliver({ now, stripe }: World, event: object): Promise<number> {
  const payload = JSON.stringify(event);
  const answer = await ask(now, {
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
      }),
    },
  });
  return answer.statusCode;
}

/** The Stripe customer of somebody, if there is one by now. */
export async function stripeCustomerOf({ database }: World, userId: string) {
  const [row] = await database.db
    .select({ id: stripeCustomers.id })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  return row?.id;
}
