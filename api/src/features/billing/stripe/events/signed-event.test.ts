import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import {
  deliverBody,
  eventBody,
  nowSeconds,
  signBody,
  timesStored,
} from '../../../../testing/stripe-events.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const sign = (body: string, by?: { at?: number; secret?: string }) => signBody(server, body, by);
const deliver = (body: string, signature?: string) => deliverBody(server, body, signature);
const stored = (body: string) => timesStored(server, body);

/** How many were refused for a cause, as an admin sees it. */
async function refused(cause: string): Promise<number> {
  const { webhooks } = (await admin.get('/admin/failures')).body;
  return webhooks.find((row: { cause: string }) => row.cause === cause)?.count ?? 0;
}

it.each([
  ['without a signature', 'unsigned', () => undefined],
  [
    'with a forged signature',
    'forged',
    (body: string) => sign(body, { secret: 'whsec_somebody_elses' }),
  ],
  ['older than 300 seconds', 'old', (body: string) => sign(body, { at: nowSeconds() - 301 })],
  ['from the future', 'future', (body: string) => sign(body, { at: nowSeconds() + 310 })],
  [
    'that is old, said to be new',
    'old',
    (body: string) => `t=${nowSeconds()},${sign(body, { at: nowSeconds() - 301 })}`,
  ],
  ['signed for another body', 'forged', () => sign(eventBody())],
  ['with a signature that is none', 'forged', () => 't=now,v1=yes'],
])('refuses an event %s, stores nothing and counts it: %s', async (_what, cause, signature) => {
  const body = eventBody();
  const before = await refused(cause);
  const reply = await deliver(body, signature(body));
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatch(/signature/);
  expect(await stored(body)).toBe(0);
  await expect.poll(() => refused(cause), { timeout: 10_000 }).toBe(before + 1);
  expect(server.logged.join('')).toMatch(
    new RegExp(`"level":40.*"cause":"${cause}".*webhooks refused`),
  );
});

it.each<[string, unknown]>([
  ['data', undefined],
  ['data', {}],
  ['data', { object: null }],
  ['data', { object: { object: 'subscription', customer: 7 } }],
  ['data', { object: { object: 'customer', id: { id: 'cus_1' } } }],
  ['created', undefined],
  ['created', 'yesterday'],
  ['created', 1e300],
  ['id', undefined],
  ['id', `evt_${'x'.repeat(300)}`],
  ['id', 'evt_\0'],
  ['type', null],
])('refuses a signed event whose %s is %o', async (part, value) => {
  const body = eventBody({ [part]: value });
  expect((await deliver(body, sign(body))).status).toBe(400);
});

it.each(['null', '7', '[]', '"evt_1"'])('refuses a signed body that says %s', async (body) => {
  expect((await deliver(body, sign(body))).status).toBe(400);
});

it.each([
  ['almost 300 seconds ago', -285],
  ['almost 300 seconds ahead', 285],
])('takes an event signed %s', async (_what, seconds) => {
  const body = eventBody();
  expect((await deliver(body, sign(body, { at: nowSeconds() + seconds }))).status).toBe(200);
  expect(await stored(body)).toBe(1);
});

it('refuses a signed body that is not an event', async () => {
  const reply = await deliver('not json', sign('not json'));
  expect(reply.status).toBe(400);
});

it('refuses more than a mebibyte', async () => {
  const body = eventBody({ padding: 'x'.repeat(1_100_000) });
  expect((await deliver(body, sign(body))).status).toBe(413);
});
