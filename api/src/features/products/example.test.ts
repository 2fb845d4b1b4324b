import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../../scripts/lib/free-port.ts';
import { productAccess } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';
import { startDeliveries } from './deliver.ts';
import { connectExample } from './example.ts';

let server: TestServer;
let admin: Client;
let stop: () => Promise<void>;
let site: string;
let product: ChildProcess;
const key = 'pk_portfolio_example';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

beforeAll(async () => {
  site = `http://localhost:${await freePort()}`;
  server = await startTestServer({
    ...{ PRODUCT_SITES: `portfolio=${site}`, PRODUCT_LOGIN_TOKENS: 'portfolio' },
    ...{ EXAMPLE_PRODUCT_URL: site, EXAMPLE_PRODUCT_KEY: key, EXAMPLE_PRODUCT_SECRET: secret },
  });
  admin = await server.admin();
  await connectExample(server.services);
  await connectExample(server.services);
  stop = startDeliveries(server.services);
  product = await run();
});
afterAll(async () => {
  product.kill();
  await stop();
  await server.close();
});

/** The example as `npm start` runs it. */
async function run(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../../../../examples/product/server.mjs'), {
    env: {
      ...{ PATH: process.env.PATH, PORT: new URL(site).port, ORIGIN: site, SITE: server.url },
      ...{ PRODUCT_KEY: key, WEBHOOK_SECRET: secret, SESSION_SECRET: 'of the tests' },
    },
    execArgv: [],
  });
  await once(child, 'message');
  return child;
}

/** Somebody on trial, with their session at the product. */
async function working() {
  const { client, user } = await server.client.newUser({ first_name: 'Zoë' });
  await subscribe(client, 'portfolio', 'monthly');
  const { body } = await client.post('/user/products/portfolio/open');
  const login = await fetch(body.url, { redirect: 'manual' });
  expect(login.status).toBe(303);
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const visit = async () => {
    const page = await fetch(site, { headers: { cookie } });
    return [page.status, /<p>([^<]*)</.exec(await page.text())?.[1]];
  };
  return { user, url: String(body.url), visit };
}

const soon = { timeout: 5_000, interval: 50 };

it('lets in who may, once for each login, and refuses whoever loses access', async () => {
  expect((await fetch(site)).status).toBe(403);
  const { user, url, visit } = await working();
  expect(url).toMatch(new RegExp(`^${site}/login\\?token=`));
  expect(await visit()).toEqual([200, 'Signed in as Zoë Nair']);
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(403);
  const setActive = (isActive: boolean) =>
    admin.put(`/admin/users/${user.id}/status`, { isActive });
  await setActive(false);
  await expect.poll(visit, soon).toEqual([403, 'You have no access any more (deactivated).']);
  await setActive(true);
  await expect.poll(visit, soon).toEqual([200, 'Signed in as Zoë Nair']);
  await admin.delete(`/admin/users/${user.id}`);
  await expect.poll(visit, soon).toEqual([403, 'You have no access any more (deleted).']);
});

/** What is done while the product is down; its sessions outlive that. */
async function whileDown(act: () => Promise<unknown>): Promise<void> {
  const ended = once(product, 'exit');
  product.kill('SIGKILL');
  await ended;
  await act();
  product = await run();
}
const endpoints = '/admin/products/portfolio/endpoints';

it('takes nothing that is not signed, and is told what it missed while it was down', async () => {
  const forged = await fetch(`${site}/webhooks`, { method: 'POST', body: '{}' });
  expect(forged.status).toBe(403);
  const large = await fetch(`${site}/webhooks`, { method: 'POST', body: 'x'.repeat(70_000) });
  expect(large.status).toBe(403);
  const made = await fetch(site, { headers: { cookie: 'session=a.b.c' } });
  expect(made.status).toBe(403);
  const { user } = await working();
  await whileDown(() => admin.put(`/admin/users/${user.id}/status`, { isActive: false }));
  const waiting = async () => (await admin.get(endpoints)).body.data[0].waiting;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
});

it('ends access where `until` has passed since it last asked, and trusts what it asks after that', async () => {
  const { user, visit } = await working();
  expect(await visit()).toEqual([200, 'Signed in as Zoë Nair']);
  await server.services.db
    .update(productAccess)
    .set({ until: sql`now() + interval '2 seconds'`, version: sql`version + 1` })
    .where(and(eq(productAccess.userId, user.id), eq(productAccess.product, 'portfolio')));
  await expect.poll(visit, soon).toEqual([403, 'You have no access any more (not renewed).']);
  await whileDown(async () => {});
  await expect.poll(visit, soon).toEqual([200, 'Signed in as Zoë Nair']);
});

it('takes a login once also where it was restarted meanwhile', async () => {
  const { url } = await working();
  await whileDown(async () => {});
  const again = await fetch(url, { redirect: 'manual' });
  expect(again.status).toBe(403);
  expect(await again.text()).toContain('This login is from before our start');
  await working();
});

it('asks for everybody when it starts, and so knows what nobody told it', async () => {
  const [leaving, staying] = [await working(), await working()];
  await whileDown(async () => {
    const [{ id }] = (await admin.get(endpoints)).body.data;
    await admin.delete(`${endpoints}/${id}`);
    await admin.put(`/admin/users/${leaving.user.id}/status`, { isActive: false });
  });
  await expect.poll(staying.visit, soon).toEqual([200, 'Signed in as Zoë Nair']);
  expect(await leaving.visit()).toEqual([403, 'You have no access any more (deactivated).']);
});
