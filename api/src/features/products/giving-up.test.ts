import { setTimeout } from 'node:timers/promises';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productDeliveries, productEndpoints } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { connected, endpoints, soon, startTelling, trialist } from '../../testing/connection.ts';
import { mailsTo } from '../../testing/mails.ts';
import type { Receiver } from '../../testing/receiver.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ server, admin, close } = await startTelling());
});
afterAll(() => close());

async function rowOf(userId: string) {
  const [row] = await server.services.db
    .select()
    .from(productDeliveries)
    .where(eq(productDeliveries.userId, userId));
  if (!row) throw new Error('nothing was told');
  return row;
}

const byId = async (id: string) =>
  (
    await server.services.db.select().from(productDeliveries).where(eq(productDeliveries.id, id))
  )[0];

const isOff = async () => (await admin.get(endpoints)).body.data[0].disabled_at !== null;

/** Lets time pass: all that happened at an endpoint was so much longer ago, and is due so much sooner. */
async function pass(endpointId: string, ms: number): Promise<void> {
  const earlier = (column: unknown) => sql`${column} - ${ms} * interval '1 millisecond'`;
  const { createdAt, dueAt, givenUpAt, lastAt } = productDeliveries;
  const { failingSince } = productEndpoints;
  await server.services.db.transaction(async (transaction) => {
    await transaction
      .update(productEndpoints)
      .set({ failingSince: earlier(failingSince), createdAt: earlier(productEndpoints.createdAt) })
      .where(eq(productEndpoints.id, endpointId));
    await transaction
      .update(productDeliveries)
      .set({
        ...{ createdAt: earlier(createdAt), dueAt: earlier(dueAt) },
        ...{ givenUpAt: earlier(givenUpAt), lastAt: earlier(lastAt) },
      })
      .where(eq(productDeliveries.endpointId, endpointId));
  });
}

/**
 * Somebody whose news is refused for the first time, and then waits until the end of its three days is near:
 * long enough for a try between, which is made two seconds after the last one.
 */
async function almostGivenUp(endpointId: string): Promise<string> {
  const { user } = await trialist(server);
  await expect.poll(async () => (await rowOf(user.id)).lastAt, soon).not.toBeNull();
  const { givenUpAt } = await rowOf(user.id);
  await pass(endpointId, givenUpAt.getTime() - Date.now() - 4_000);
  return user.id;
}

/** Its three days are over, and the last try stood at their end. */
const untilTheEnd = (userId: string) =>
  expect
    .poll(async () => {
      const { lastAt, givenUpAt } = await rowOf(userId);
      return lastAt !== null && lastAt >= givenUpAt;
    }, soon)
    .toBe(true);

const refuse: NonNullable<Receiver['answer']> = (response) => response.writeHead(503).end();

it('an endpoint that refuses the only delivery there is for its three days is switched off, mails the admins, and goes on when told to (product K17)', async () => {
  await connected(admin, async (receiver, id) => {
    // The first takes its time, as where nobody answers, so that it fails later than the change.
    receiver.answer = (response) => {
      receiver.answer = refuse;
      setTimeout(1_000).then(() => response.writeHead(503).end());
    };
    const userId = await almostGivenUp(id);
    await untilTheEnd(userId);
    await expect.poll(isOff, soon).toBe(true);
    const [mail] = await mailsTo(server, 'admin@hospital.test');
    expect(mail?.subject).toBe('Portfolio Builder is not told of changes any more');
    expect(mail?.text).toContain(receiver.url);

    receiver.answer = null;
    await admin.put(`/admin/users/${userId}/status`, { isActive: false });
    const tested = await admin.post(`${endpoints}/${id}/test`);
    expect([tested.status, tested.body.message]).toEqual([
      409,
      'This endpoint is switched off. Switch it on first.',
    ]);
    expect(receiver.copy.size).toBe(0);
    // What the release before gave up waits no more.
    const [first] = await server.services.db
      .update(productDeliveries)
      .set({ status: 'failed' })
      .where(and(eq(productDeliveries.endpointId, id), isNotNull(productDeliveries.lastAt)))
      .returning();
    expect((await admin.post(`${endpoints}/${id}/enable`)).body.message).toBe(
      'Endpoint switched on',
    );
    await expect.poll(() => receiver.copy.get(userId)?.reason, soon).toBe('deactivated');
    const isDelivered = async () => (await byId(first?.id ?? ''))?.status === 'delivered';
    await expect.poll(isDelivered, soon).toBe(true);
  });
});

it('what ends its three days while the endpoint fails again is sent once that takes something', async () => {
  await connected(admin, async (receiver, id) => {
    const isTest = (type: string) => type === 'test';
    receiver.answer = (response, { type }) => response.writeHead(isTest(type) ? 204 : 503).end();
    const userId = await almostGivenUp(id);
    await admin.post(`${endpoints}/${id}/test`);
    await untilTheEnd(userId);
    expect(await rowOf(userId)).toMatchObject({ status: 'waiting' });
    expect(await isOff()).toBe(false);
    receiver.answer = null;
    await pass(id, 3_600_000);
    await expect.poll(() => receiver.copy.get(userId)?.has_access, soon).toBe(true);
  });
});

it('gives up after three days what is refused while others arrive, and sends from a moment on when asked', async () => {
  await connected(admin, async (receiver, id) => {
    receiver.answer = (response, { type }) => response.writeHead(type === 'test' ? 204 : 500).end();
    const userId = await almostGivenUp(id);
    await admin.post(`${endpoints}/${id}/test`);
    await untilTheEnd(userId);
    expect((await rowOf(userId)).status).toBe('waiting');
    await admin.post(`${endpoints}/${id}/test`);
    await expect.poll(async () => (await rowOf(userId)).status, soon).toBe('failed');
    receiver.answer = null;
    const listed = await admin.get('/admin/products/portfolio/deliveries?status=failed');
    expect(listed.body.data.map((one: { user_id: string }) => one.user_id)).toEqual([userId]);
    const since = (await rowOf(userId)).createdAt.toISOString();
    const path = `${endpoints}/${id}/resend`;
    expect((await admin.post(path, { since: '2999-01-01T00:00:00Z' })).body.data.count).toBe(0);
    const { body } = await admin.post(path, { since });
    expect(body).toMatchObject({ message: 'Deliveries queued again', data: { count: 1 } });
    await expect.poll(() => receiver.copy.get(userId)?.has_access, soon).toBe(true);
  });
});
