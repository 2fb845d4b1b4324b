import { mkdtempSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { advance, startTestSandbox, stateOf } from './testing/harness.ts';
import { SECRET, startReceiver } from './testing/receiver.ts';
import { openShop, subscribe } from './testing/shop.ts';

function newFile(): string {
  return `${mkdtempSync(`${tmpdir()}/stripe-sandbox-`)}/data.sqlite`;
}

test('a sandbox opened again on the same file goes on where it stopped', async () => {
  const dataFile = newFile();
  const hook = {
    webhookUrl: 'http://127.0.0.1:9/hooks',
    webhookSecret: SECRET,
    retryDelaysMs: [60_000],
  };
  const first = await startTestSandbox({ dataFile, ...hook });
  await subscribe(first.stripe, await openShop(first.stripe));
  await first.stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'kept' });
  const now = await advance(first, { advance_days: 3 });
  const before = await stateOf(first);
  await first.close();

  const second = await startTestSandbox({ dataFile, ...hook });
  const after = await stateOf(second);
  expect(after).toEqual(before);
  expect(after.webhook_endpoints).toHaveLength(1);
  const clock = (await (await fetch(`${second.url}/sandbox/clock`)).json()) as { now: number };
  expect(clock.now).toBeGreaterThanOrEqual(now);
  const again = await second.stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'kept' });
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
});

test('events nobody took are delivered after a restart', async () => {
  const dataFile = newFile();
  let up = false;
  const receiver = await startReceiver(() => (up ? 200 : 503));
  const first = await startTestSandbox({
    dataFile,
    webhookUrl: receiver.url,
    webhookSecret: SECRET,
    retryDelaysMs: [200],
  });
  const { id } = await first.stripe.customers.create();
  await expect.poll(() => receiver.events.length).toBeGreaterThan(0);
  await first.close();
  const refused = receiver.events.length;
  up = true;
  const second = await startTestSandbox({ dataFile });
  await expect.poll(() => receiver.events.length).toBe(refused + 1);
  expect(receiver.events.at(-1)?.data.object).toMatchObject({ id });
  await expect
    .poll(async () => (await second.stripe.events.list()).data[0]?.pending_webhooks)
    .toBe(0);
});

test('both localhost and 127.0.0.1 answer', async () => {
  const { port } = await startTestSandbox();
  for (const host of ['localhost', '127.0.0.1']) {
    expect((await fetch(`http://${host}:${port}/sandbox/clock`)).status).toBe(200);
  }
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test.runIf(outside)('no other address of the machine answers', async () => {
  const { port } = await startTestSandbox();
  await expect(fetch(`http://${outside}:${port}/sandbox/clock`)).rejects.toThrow('fetch failed');
});

test('the switches refuse foreign pages and anything but JSON', async () => {
  const { url } = await startTestSandbox();
  const post = (headers: Record<string, string>) =>
    fetch(`${url}/sandbox/clock`, { method: 'POST', headers, body: '{"advance_days":1}' });
  const json = { 'content-type': 'application/json' };
  expect((await post({ ...json, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post(json)).status).toBe(200);
});

test('the clock takes days, seconds or an instant, and never goes back', async () => {
  const sandbox = await startTestSandbox();
  const start = await advance(sandbox, { advance_seconds: 60 });
  expect(await advance(sandbox, { advance_to: start + 100 })).toBeGreaterThanOrEqual(start + 100);
  expect(await advance(sandbox, { advance_days: 31 })).toBeGreaterThanOrEqual(start + 31 * 86_400);
  await expect(advance(sandbox, { advance_to: start })).rejects.toThrow('moving forward');
  await expect(advance(sandbox, {})).rejects.toThrow();
});

test('the operator sees the clock and the latest events', async () => {
  const { stripe, url } = await startTestSandbox();
  await stripe.customers.create();
  const page = await (await fetch(url)).text();
  expect(page).toContain('customer.created');
  const moved = await fetch(`${url}/operator/clock`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ days: '2' }),
  });
  expect(moved.status).toBe(303);
});
