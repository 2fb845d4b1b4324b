import { expect } from 'vitest';
import { startDeliveries } from '../features/products/deliver.ts';
import type { Client } from './client.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { startTestServer, type TestServer } from './server.ts';
import { subscribe } from './subscriber.ts';

export const endpoints = '/admin/products/portfolio/endpoints';
/** For `expect.poll`: what is told arrives in a moment. */
export const soon = { timeout: 10_000, interval: 20 };

/** A server that tells products of changes, and gives an answer 1.5 s to come. */
export async function startTelling(): Promise<{
  server: TestServer;
  admin: Client;
  close(): Promise<void>;
}> {
  const server = await startTestServer();
  const stop = startDeliveries(server.services, { timeoutMs: 1_500 });
  return {
    server,
    admin: await server.admin(),
    close: async () => {
      await stop();
      await server.close();
    },
  };
}

/** Runs a test with a receiver that the portfolio product is told at. */
export async function connected<T>(
  admin: Client,
  run: (receiver: Receiver, id: string) => Promise<T>,
): Promise<T> {
  const receiver = await startReceiver();
  const { status, body } = await admin.post(endpoints, { url: receiver.url });
  expect([status, body.message]).toEqual([
    200,
    'Endpoint added. Copy its secret now: it is not shown again.',
  ]);
  expect(body.data.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  receiver.secrets = [body.data.secret];
  try {
    return await run(receiver, body.data.id);
  } finally {
    await admin.delete(`${endpoints}/${body.data.id}`);
    await receiver.close();
  }
}

/** Somebody who is on trial of the portfolio product. */
export async function trialist(server: TestServer) {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  return { client, user };
}

/** Of what a receiver was told about somebody, the types. */
export const typesOf = ({ received }: Receiver, userId: string): string[] =>
  received.filter(({ data }) => data.user.id === userId).map(({ type }) => type);
