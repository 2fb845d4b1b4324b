import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createStripe } from './client.ts';

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
