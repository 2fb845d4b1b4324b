import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { stripe as stripePlugin } from '@better-auth/stripe';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { toNodeHandler } from 'better-auth/node';
import Stripe from 'stripe';
import { startSandbox } from '../stripe-sandbox/src/server.ts';

const card = { number: '4242 4242 4242 4242', expiry: '12/99', cvc: '123', name: 'Ada L' };

interface Held {
  plan: string;
  status: string;
  cancelAtPeriodEnd?: boolean;
  cancelAt?: string | null;
  stripeScheduleId?: string | null;
}

/**
 * Somebody signs up at better-auth, subscribes with its plugin on the sandbox's pages, cancels, takes
 * that back and changes the plan, at once and with the next period; the plugin hears of each by its
 * webhook. Throws when it does not come to what the sandbox says, or when its webhook refuses an event.
 */
export async function signUpAndSubscribe(): Promise<void> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const site = `http://localhost:${(server.address() as AddressInfo).port}`;
  const sandbox = await startSandbox({ retryDelaysMs: [200] });
  const client = new Stripe('sk_test_clients', {
    ...{ host: '127.0.0.1', port: sandbox.port, protocol: 'http' },
  });
  const prices = await sell(client);
  const endpoint = await client.webhookEndpoints.create({
    url: `${site.replace('localhost', '127.0.0.1')}/api/auth/stripe/webhook`,
    enabled_events: ['*'],
  });
  const auth = betterAuth({
    baseURL: site,
    secret: 'a secret of the test, long enough to be taken',
    database: memoryAdapter({
      ...{ user: [], session: [], account: [], verification: [], subscription: [] },
    }),
    emailAndPassword: { enabled: true },
    trustedOrigins: [site],
    rateLimit: { enabled: false },
    plugins: [
      stripePlugin({
        stripeClient: client as never,
        stripeWebhookSecret: endpoint.secret ?? '',
        createCustomerOnSignUp: true,
        subscription: {
          enabled: true,
          plans: [
            { name: 'basic', priceId: prices.basic, freeTrial: { days: 7 } },
            { name: 'pro', priceId: prices.pro },
          ],
        },
      }),
    ],
  });
  server.on('request', toNodeHandler(auth));
  const visitor = visit(site);
  await visitor.post('/sign-up/email', {
    ...{ name: 'Ada', email: 'ada@example.test', password: 'Cornea-2026-long' },
  });

  const until = async (what: string, holds: (held: Held) => boolean): Promise<void> => {
    for (let tries = 0; tries < 100; tries += 1) {
      const [held] = (await visitor.get('/subscription/list')) as unknown as Held[];
      if (held && holds(held)) return print(what);
      await delay(100);
    }
    const found = JSON.stringify(await visitor.get('/subscription/list'));
    throw new Error(`${what}: did not happen: ${found}`);
  };
  const choose = async (plan: string, more: object = {}): Promise<string> => {
    const addresses = { successUrl: `${site}/done`, cancelUrl: `${site}/plans` };
    const { url } = await visitor.post('/subscription/upgrade', { plan, ...addresses, ...more });
    return String(url);
  };

  await send(await choose('basic'), card);
  await until(
    'subscribed, on trial',
    ({ plan, status }) => `${plan} ${status}` === 'basic trialing',
  );
  const cancelling = await visitor.post('/subscription/cancel', { returnUrl: `${site}/` });
  await send(`${cancelling.url}/cancel`, {});
  await until('cancelled', (held) => Boolean(held.cancelAtPeriodEnd || held.cancelAt));
  await visitor.post('/subscription/restore', {});
  await until('restored', (held) => !held.cancelAtPeriodEnd && !held.cancelAt);
  const [held] = (await client.subscriptions.list()).data;
  if (held?.cancel_at !== null) throw new Error('Stripe still ends what was restored.');
  await advance(sandbox.url, 8);
  await until('paid', ({ status }) => status === 'active');
  const changing = await choose('pro', { returnUrl: `${site}/` });
  await send(`${changing}/update`, {});
  await until('changed at once', ({ plan }) => plan === 'pro');
  await choose('basic', { scheduleAtPeriodEnd: true, returnUrl: `${site}/` });
  await until('a change is scheduled', ({ stripeScheduleId }) => Boolean(stripeScheduleId));
  await advance(sandbox.url, 32);
  await until('changed with the period', ({ plan }) => plan === 'basic');
  const refused = await client.events.list({ delivery_success: false });
  if (refused.data.length > 0) throw new Error(`Not taken: ${refused.data[0]?.type}`);
  const { data } = await client.events.list({ limit: 100 });
  print(`the webhook took ${data.length} events`);
  server.closeAllConnections();
  server.close();
  await sandbox.close();
}

const print = (line: string): void => void process.stdout.write(`@better-auth/stripe: ${line}\n`);

async function sell(client: Stripe): Promise<{ basic: string; pro: string }> {
  const price = async (name: string, unit_amount: number) => {
    const recurring = { interval: 'month' } as const;
    const product_data = { name };
    const made = { currency: 'gbp', unit_amount, recurring, product_data };
    return (await client.prices.create(made)).id;
  };
  return { basic: await price('Basic', 1_000), pro: await price('Pro', 2_500) };
}

/** Sends a form of the sandbox's pages, as a browser would. */
async function send(page: string, form: Record<string, string>): Promise<void> {
  await fetch(page);
  const body = new URLSearchParams(form);
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`${page} answered ${answer.status}`);
}

async function advance(url: string, advance_days: number): Promise<void> {
  await fetch(`${url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_days }),
  });
}

/** A browser at a site: it keeps its cookies. */
function visit(site: string) {
  let cookie = '';
  const call = async (path: string, init: RequestInit): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json', origin: site, cookie };
    const answer = await fetch(`${site}/api/auth${path}`, { ...init, headers });
    const set = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    get: (path: string) => call(path, {}),
    post: (path: string, body: object) =>
      call(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}
