import { afterAll, beforeAll, expect, it } from 'vitest';
import { choice } from '../../../testing/choice.ts';
import type { Client } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { subscribe } from '../../../testing/subscriber.ts';

let server: TestServer;
let holder: Client;
let newcomer: Client;
beforeAll(async () => {
  server = await startTestServer();
  ({ client: holder } = await server.client.newUser());
  ({ client: newcomer } = await server.client.newUser());
  await subscribe(holder, 'portfolio', 'yearly');
  await server.settled();
  await server.closeSandbox();
});
afterAll(() => server.close());

const listed = async (client: Client) =>
  (await client.get('/user/subscriptions')).body.subscriptions;

it('while Stripe is away a checkout says so clearly and leaves no open checkout behind', async () => {
  const reply = await newcomer.post('/subscriptions/checkout', choice('portfolio', 'yearly'));
  expect(reply.status).toBe(503);
  expect(reply.body.error).toMatch(/cannot be reached right now. Nothing was changed/);
  expect(await listed(newcomer)).toEqual([]);
});

it('while Stripe is away a cancellation says so clearly and is not half done', async () => {
  const before = await listed(holder);
  const reply = await holder.post(`/user/subscriptions/${before[0].id}/cancel`);
  expect(reply.status).toBe(503);
  expect(reply.body.error).toMatch(/cannot be reached right now. Nothing was changed/);
  expect(await listed(holder)).toEqual(before);
});
