import { before, retention } from 'contract/retention';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productDeliveries, productEndpoints } from '../../db/schema.ts';
import { jobHandlers } from '../../jobs/handlers.ts';
import type { Client } from '../../testing/client.ts';
import {
  connected,
  endpoints,
  soon,
  startTelling,
  trialist,
  typesOf,
} from '../../testing/connection.ts';
import { startReceiver } from '../../testing/receiver.ts';
import type { TestServer } from '../../testing/server.ts';
import { closeSecret } from './message.ts';

let server: TestServer;
let admin: Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ server, admin, close } = await startTelling());
});
afterAll(() => close());

const setActive = (id: string, isActive: boolean) =>
  admin.put(`/admin/users/${id}/status`, { isActive });

async function rowOf(userId: string) {
  const [row] = await server.services.db
    .select()
    .from(productDeliveries)
    .where(eq(productDeliveries.userId, userId));
  return row;
}

it('tries again what did not arrive, and once something does, all the rest at once', async () => {
  await connected(admin, async (receiver, id) => {
    receiver.answer = (response) => response.writeHead(500).end('no\0room');
    const people = await Promise.all([
      trialist(server),
      trialist(server),
      trialist(server),
      trialist(server),
    ]);
    const all = async () => (await admin.get('/admin/products/portfolio/deliveries')).body.data;
    await expect
      .poll(
        async () => (await all()).every((one: { answer: unknown }) => one.answer !== null),
        soon,
      )
      .toBe(true);
    const [tried] = await all();
    expect(tried).toMatchObject({
      ...{ endpoint_id: id, url: receiver.url, type: 'access.granted', status: 'waiting' },
      ...{ answer_status: 500, answer: 'noroom', milliseconds: expect.any(Number) },
    });
    expect(Date.parse(tried.next_at)).toBeGreaterThan(Date.parse(tried.last_at) + 800);
    const [endpoint] = (await admin.get(endpoints)).body.data;
    expect(endpoint).toMatchObject({ waiting: people.length, disabled_at: null });
    expect(endpoint.failing_since).not.toBeNull();

    receiver.answer = null;
    await admin.post(`/admin/deliveries/${tried.id}/resend`);
    await expect.poll(() => receiver.copy.size, { timeout: 6_000 }).toBe(people.length);
    await expect
      .poll(async () => (await admin.get(endpoints)).body.data[0].failing_since, soon)
      .toBe(null);
    const first = receiver.received.find((message) => message.id === `msg_${tried.id}`);
    expect(receiver.received.filter(({ id }) => id === first?.id).length).toBeGreaterThan(1);
  });
});

it('what failed for long is tried again whenever something else arrives, and no more than every two seconds', async () => {
  await connected(admin, async (receiver) => {
    const { user } = await trialist(server);
    await expect.poll(async () => (await rowOf(user.id))?.status, soon).toBe('delivered');
    const tries: number[] = [];
    let isRefusing = true;
    receiver.answer = (response, { data, at }) => {
      if (data.user.id === user.id && isRefusing) {
        tries.push(at);
        return response.writeHead(500).end();
      }
      receiver.keep(data);
      return response.writeHead(204).end();
    };
    const db = server.services.db;
    await db
      .update(productDeliveries)
      .set({ status: 'waiting', attempts: 5, dueAt: sql`now()` })
      .where(eq(productDeliveries.userId, user.id));
    await expect.poll(() => tries.length, soon).toBe(1);
    // Each is an arrival, after which nothing counts as failing.
    for (let n = 0; n < 5; n += 1) await trialist(server);
    await expect.poll(() => tries.length, soon).toBeGreaterThan(1);
    const [first = 0, second = 0] = tries;
    expect(second - first).toBeGreaterThan(1_900);

    await server.settled();
    isRefusing = false;
    receiver.copy.clear();
    await trialist(server);
    await expect.poll(() => receiver.copy.get(user.id)?.has_access, soon).toBe(true);
  });
});

it('what is lost twice on a line that takes the rest arrives within five seconds of the change (product K21)', async () => {
  await connected(admin, async (receiver) => {
    const { user } = await trialist(server);
    await expect.poll(() => receiver.copy.get(user.id)?.has_access, soon).toBe(true);
    await expect.poll(async () => (await rowOf(user.id))?.status, soon).toBe('delivered');
    const tries: number[] = [];
    receiver.answer = (response, { data, at }) => {
      tries.push(at);
      if (tries.length < 3) return response.destroy();
      receiver.keep(data);
      return response.writeHead(204).end();
    };
    await setActive(user.id, false);
    await expect.poll(() => receiver.copy.get(user.id)?.has_access, soon).toBe(false);
    const [first = 0, , third = 0] = tries;
    expect(third - first).toBeLessThan(4_500);
  });
});

it('takes anything but a 2xx in time for a failure, and follows no redirect', async () => {
  await connected(admin, async (receiver) => {
    const other = await startReceiver();
    const answers: [(typeof receiver)['answer'], number | null, string][] = [
      [
        (response) => response.writeHead(302, { location: other.url }).end(),
        302,
        'Redirects are not followed',
      ],
      [(response) => response.writeHead(404).end('gone'), 404, 'gone'],
      [(response) => response.destroy(), null, 'The connection was cut off'],
      [() => {}, null, 'No answer within 1.5 seconds'],
    ];
    for (const [answer, status, words] of answers) {
      receiver.answer = answer;
      const { user } = await trialist(server);
      const row = () => rowOf(user.id);
      await expect.poll(async () => (await row())?.answer, soon).toBe(words);
      expect(await row()).toMatchObject({ status: 'waiting', answerStatus: status });
    }
    expect(other.received.length + other.refused).toBe(0);
    await other.close();
  });
});

it('says that a secret cannot be read any more, as after a new JWT_SECRET, until there is a new one', async () => {
  await connected(admin, async (receiver, id) => {
    const isIt = eq(productEndpoints.id, id);
    const { db, env } = server.services;
    const closed = closeSecret({ ...env, JWT_SECRET: 'b'.repeat(43) }, 'whsec_other', id);
    await db.update(productEndpoints).set({ secret: closed }).where(isIt);
    expect((await admin.post(`${endpoints}/${id}/test`)).status).toBe(200);
    const told = async () => {
      const { data } = (await admin.get('/admin/products/portfolio/deliveries')).body;
      const [one] = data.filter((row: { endpoint_id: string }) => row.endpoint_id === id);
      return [one?.status, one?.answer_status, one?.answer];
    };
    const words = 'The secret cannot be read any more: make a new one';
    await expect.poll(told, soon).toEqual([expect.any(String), null, words]);
    expect(receiver.received).toEqual([]);

    const { body } = await admin.post(`${endpoints}/${id}/rotate`);
    receiver.secrets = [body.data.secret];
    expect((await admin.post(`${endpoints}/${id}/test`)).status).toBe(200);
    await expect.poll(() => receiver.received.length, soon).toBeGreaterThan(0);
    expect(receiver.refused).toBe(0);
  });
});

it('what a process had in hand when it was killed is sent by the next one', async () => {
  await connected(admin, async (receiver, id) => {
    const { user } = await trialist(server);
    // What a sender has noted by then is not written over what comes next.
    await expect.poll(async () => (await rowOf(user.id))?.status, soon).toBe('delivered');
    await server.services.db
      .update(productDeliveries)
      .set({ status: 'waiting', attempts: 1, dueAt: sql`now() + interval '5 seconds'` })
      .where(eq(productDeliveries.endpointId, id));
    const count = receiver.received.length;
    await expect.poll(() => receiver.received.length, soon).toBeGreaterThan(count);
    expect(typesOf(receiver, user.id)).toContain('access.granted');
  });
});

it('what a product was told is kept for 30 days', async () => {
  const { db } = server.services;
  await connected(admin, async (_receiver, id) => {
    const [old, young] = [(await trialist(server)).user, (await trialist(server)).user];
    for (const [user, days] of [[old, -1] as const, [young, 1] as const]) {
      const createdAt = new Date(
        Number(before(new Date(), retention.deliveryRecords)) + days * 86_400_000,
      );
      await db
        .update(productDeliveries)
        .set({ createdAt })
        .where(eq(productDeliveries.userId, user.id));
    }
    await jobHandlers(server.services)['keep-retention']({});
    const kept = await db
      .select()
      .from(productDeliveries)
      .where(eq(productDeliveries.endpointId, id));
    expect(kept.map(({ userId }) => userId)).toEqual([young.id]);
  });
});
