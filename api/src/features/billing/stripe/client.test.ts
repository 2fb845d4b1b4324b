import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { endpoint } from 'contract/endpoint';
import * as messages from 'contract/messages';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { timeLeft, withDeadline } from '../../../http/deadline.ts';
import { handleError } from '../../../http/error-handler.ts';
import { route } from '../../../http/route.ts';
import { createStripe, explainOutage } from './client.ts';

it('waits 10 s for Stripe, and repeats a call twice', () => {
  const stripe = createStripe({ key: 'sk_test_waits' });
  expect(stripe.getApiField('timeout')).toBe(10_000);
  expect(stripe.getMaxNetworkRetries()).toBe(2);
});

it('repeats with the same idempotency key', async () => {
  const keys: (string | undefined)[] = [];
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      keys.push(/idempotency-key: (\S+)/i.exec(bytes.toString())?.[1]);
      socket.destroy();
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const stripe = createStripe({ key: 'sk_test_repeats', apiUrl: `http://127.0.0.1:${port}` });
  await expect(stripe.customers.create({})).rejects.toThrow(/connection/i);
  server.close();
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
});

it('a person waits 12 s in all, however often a call asks a Stripe that is slow', async () => {
  let asked = 0;
  const silent = createHttpServer(() => {
    asked += 1;
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const stripe = createStripe({ key: 'sk_test_waits', apiUrl: `http://127.0.0.1:${port}` });
  const app = Fastify();
  app.setErrorHandler(handleError);
  const parts = { method: 'POST', access: 'anyone', summary: '', answer: z.object({}) } as const;
  route(app, endpoint({ ...parts, path: '/twice' }), async () => {
    const ask = () => explainOutage(() => stripe.customers.create({}));
    await ask().catch(ask);
    return {};
  });
  const began = performance.now();
  const reply = await app.inject({ method: 'POST', url: '/twice' });
  const took = performance.now() - began;
  expect([reply.statusCode, reply.json().error]).toEqual([503, messages.stripeAway]);
  expect(took).toBeGreaterThan(11_900);
  expect(took).toBeLessThan(13_000);
  const inTime = asked;
  // What goes on in vain asks nobody any more.
  await setTimeout(3_000);
  expect(asked).toBe(inTime);
  silent.closeAllConnections();
  silent.close();
});

it('nobody waits any more where a timer has ended the wait a moment early', () => {
  expect(withDeadline(timeLeft, 1.5)).toBe(0);
  expect(withDeadline(timeLeft, 1_000)).toBeGreaterThan(0);
});
