import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSandbox } from '../testing/harness.ts';
import { SECRET } from '../testing/receiver.ts';

test('so many events are under way at once as was asked for, and the next ones after them', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => void held.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const options = { webhookUrl, webhookSecret: SECRET, deliveriesAtOnce: 3 };
  const { stripe } = await startTestSandbox(options);
  for (let count = 0; count < 5; count += 1) await stripe.customers.create();
  const answer = (): number => {
    const count = held.length;
    for (const response of held.splice(0)) response.end();
    return count;
  };
  // The first one found nobody to go with.
  for (const together of [1, 3, 1]) {
    await expect.poll(() => held.length).toBe(together);
    expect(answer()).toBe(together);
  }
  await expect
    .poll(async () => (await stripe.events.list({ delivery_success: false })).data)
    .toEqual([]);
});
