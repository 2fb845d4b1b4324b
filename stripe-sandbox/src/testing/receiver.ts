import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';

export const SECRET = 'whsec_test';

/**
 * A webhook receiver that checks signatures as the SDK does.
 * @param answer the status for the delivery with this number, from 1
 */
export async function startReceiver(answer: (count: number) => number = () => 200) {
  const events: Stripe.Event[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const signature = request.headers['stripe-signature'] ?? '';
    events.push(Stripe.webhooks.constructEvent(Buffer.concat(parts), signature, SECRET));
    response.writeHead(answer(events.length)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { url, events, types: () => events.map(({ type }) => type) };
}
