import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choice } from '../testing/choice.ts';
import { person } from '../testing/client.ts';
import { noMailServer, startTestServer, type TestServer } from '../testing/server.ts';
import { startTelemetry } from './start.ts';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

let collector: Server;
let server: TestServer;
let stop: () => Promise<void>;
const received: { path?: string; key: unknown; body: unknown }[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { url: path, headers } = request;
    received.push({ path, key: headers['api-key'], body: await json(request) });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  server = await startTestServer({
    ...noMailServer,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k%3D1',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  });
  stop = await startTelemetry(server.services.env, server.services, server.database);
});
afterAll(async () => {
  await server.close();
  await stop();
  collector.close();
});

const spans = () =>
  received.flatMap(
    ({ body }) =>
      (body as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }).resourceSpans[0]
        ?.scopeSpans[0]?.spans ?? [],
  );
const spanOf = (name: string) => spans().find((span) => span.name === name);

it('one trace leads from a request to the job that it caused (product O602)', async () => {
  await server.client.signUp(person());
  await expect.poll(() => spanOf('job send-email'), { timeout: 10_000 }).toBeDefined();
  await expect.poll(() => spanOf('POST /api/register')).toBeDefined();
  const [request, job] = [spanOf('POST /api/register'), spanOf('job send-email')];
  expect(job).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
  expect(BigInt(job?.startTimeUnixNano ?? 0)).toBeGreaterThan(
    BigInt(request?.startTimeUnixNano ?? 1),
  );
  expect(received[0]).toMatchObject({ path: '/v1/traces', key: 'k=1' });
  expect(JSON.stringify(received[0]?.body)).toContain('deployment.environment');
});

it('what is asked of Stripe on the way, and the sync after its webhook, are parts of their traces', async () => {
  const { client } = await server.client.newUser();
  await client.post('/subscriptions/checkout', choice('portfolio', 'monthly'));
  const asked = 'Stripe POST /v1/checkout/sessions';
  await expect.poll(() => spanOf(asked)).toBeDefined();
  const checkout = spanOf('POST /api/subscriptions/checkout');
  expect(spanOf(asked)?.traceId).toBe(checkout?.traceId);

  await expect.poll(() => spanOf('job sync-customer'), { timeout: 10_000 }).toBeDefined();
  const webhooks = spans().filter(({ name }) => name === 'POST /api/webhooks/stripe');
  expect(webhooks.map(({ spanId }) => spanId)).toContain(spanOf('job sync-customer')?.parentSpanId);
  // No address as it was asked for, no id of Stripe's, nobody's name.
  expect(JSON.stringify(received)).not.toMatch(/@|cus_|Priya/);
});
