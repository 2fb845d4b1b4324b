import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export type StripeMood = 'up' | 'cut' | 'error' | 'limited' | 'slow';

const slowMs = 20_000;
const refusals = {
  error: [500, { error: { type: 'api_error', message: 'Something went wrong at Stripe' } }],
  limited: [
    429,
    { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down' } },
  ],
} as const;

/** Stands before the sandbox's API, and fails as Stripe does when it does. */
export async function startMoodyStripe(target: string) {
  const stripe = { mood: 'up' as StripeMood, url: '', close: () => {} };
  const server = createServer(async (from, to) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of from) parts.push(part as Buffer);
    } catch {
      return;
    }
    const { mood } = stripe;
    if (mood === 'cut') return void from.socket.resetAndDestroy();
    if (mood === 'slow') await setTimeout(slowMs);
    if (mood === 'error' || mood === 'limited') {
      const [status, body] = refusals[mood];
      return void to
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    }
    const { host: _, ...headers } = from.headers;
    const asked = request(
      new URL(from.url ?? '', target),
      { method: from.method, headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      },
    );
    asked.on('error', () => to.destroy());
    asked.end(Buffer.concat(parts));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stripe.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stripe.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return stripe;
}
