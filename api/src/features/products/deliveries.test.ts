import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, productEndpoints } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import {
  connected,
  endpoints,
  soon,
  startTelling,
  trialist,
  typesOf,
} from '../../testing/connection.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ server, admin, close } = await startTelling());
});
afterAll(() => close());

const setActive = (id: string, isActive: boolean) =>
  admin.put(`/admin/users/${id}/status`, { isActive });

describe('telling', () => {
  it('tells each change of access and of who it is, signed, with what is answered to who asks', async () => {
    await connected(admin, async (receiver) => {
      const { user } = await trialist(server);
      const key = (await admin.post('/admin/products/portfolio/keys', { name: 'A' })).body.data.key;
      await expect.poll(() => typesOf(receiver, user.id), soon).toContain('access.granted');
      await setActive(user.id, false);
      await expect.poll(() => typesOf(receiver, user.id), soon).toContain('access.revoked');
      await setActive(user.id, true);
      await server.settled();
      await admin.put(`/admin/users/${user.id}`, { last_name: 'Shah' });
      await expect.poll(() => typesOf(receiver, user.id), soon).toContain('user.updated');
      const asked = await fetch(`${server.url}/api/products/portfolio/access/${user.id}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const { data } = (await asked.json()) as { data: { version: number } };
      await expect.poll(() => receiver.copy.get(user.id), soon).toEqual(data);
      await admin.delete(`/admin/users/${user.id}`);
      await expect.poll(() => typesOf(receiver, user.id), soon).toContain('user.deleted');
      // What is told side by side may come in any order: the highest version counts.
      const last = receiver.received.toSorted((a, b) => a.data.version - b.data.version).at(-1);
      expect(last?.type).toBe('user.deleted');
      expect(last?.data).toMatchObject({
        user: { id: user.id, email: null, email_verified: false, first_name: null },
        ...{ has_access: false, reason: 'deleted' },
      });
      expect(last?.id).toMatch(/^msg_[\da-f-]{36}$/);
      const versions = receiver.received.map((message) => message.data.version);
      expect(new Set(versions).size).toBe(versions.length);
      expect(receiver.refused).toBe(0);
    });
  });

  it('tells nobody of what is undone', async () => {
    await connected(admin, async (receiver) => {
      const { user } = await trialist(server);
      await expect.poll(() => receiver.received.length, soon).toBeGreaterThan(0);
      const count = receiver.received.length;
      await server.services.db
        .transaction(async (transaction) => {
          await transaction.execute(
            sql`update users set is_active = false where id = ${user.id}::uuid`,
          );
          throw new Error('undone');
        })
        .catch(() => {});
      await setTimeout(600);
      expect(receiver.received).toHaveLength(count);
    });
  });

  it('a receiver that hangs holds up nobody else', async () => {
    await connected(admin, async (hanging) => {
      hanging.answer = () => {};
      await connected(admin, async (quick) => {
        const people = await Promise.all([trialist(server), trialist(server), trialist(server)]);
        for (const { user } of people) {
          const began = Date.now();
          await setActive(user.id, false);
          await expect.poll(() => typesOf(quick, user.id), soon).toContain('access.revoked');
          expect(Date.now() - began).toBeLessThan(5_000);
        }
        expect(hanging.copy.size).toBe(0);
      });
    });
  });

  it('signs with both secrets while one takes the place of the other, and loses nothing', async () => {
    await connected(admin, async (receiver, id) => {
      const before = receiver.secrets[0] ?? '';
      const { body } = await admin.post(`${endpoints}/${id}/rotate`);
      expect(body.data).toEqual({ id, secret: expect.stringMatching(/^whsec_/) });
      const { user } = await trialist(server);
      await expect.poll(() => typesOf(receiver, user.id), soon).toContain('access.granted');
      receiver.secrets = [body.data.secret];
      await setActive(user.id, false);
      await expect.poll(() => typesOf(receiver, user.id), soon).toContain('access.revoked');
      expect(receiver.refused).toBe(0);
      await server.services.db.update(productEndpoints).set({ previousUntil: sql`now()` });
      receiver.secrets = [before];
      await setActive(user.id, true);
      await expect.poll(() => receiver.refused, soon).toBeGreaterThan(0);
    });
  });

  it('sends a test event once, which tells of nobody', async () => {
    await connected(admin, async (receiver, id) => {
      const { body } = await admin.post(`${endpoints}/${id}/test`);
      expect(body.message).toBe('Test event queued');
      const tests = () => receiver.received.filter(({ type }) => type === 'test');
      await expect.poll(tests, soon).toHaveLength(1);
      expect(tests()[0]).toMatchObject({
        ...{ id: `msg_${body.data.id}`, type: 'test' },
        data: { has_access: false, version: 0, user: { email: null } },
      });
      // News of those before that comes late is none of its business.
      receiver.answer = (response, { type }) =>
        void response.writeHead(type === 'test' ? 500 : 204).end();
      await admin.post(`${endpoints}/${id}/test`);
      const states = async () =>
        (await admin.get('/admin/products/portfolio/deliveries')).body.data
          .filter(({ type }: { type: string }) => type === 'test')
          .map(({ status }: { status: string }) => status);
      await expect.poll(states, soon).toEqual(['failed', 'delivered']);
      expect((await admin.get(endpoints)).body.data[0].failing_since).toBeNull();
      // Once is also how often it is tried when it is sent again.
      await admin.post(`/admin/deliveries/${body.data.id}/resend`);
      await expect.poll(tests, soon).toHaveLength(3);
      await expect.poll(states, soon).toEqual(['failed', 'failed']);
    });
  });
});

describe('addresses', () => {
  it.each([
    ['ftp://portfolio.example/', 'Enter an address that begins with https://'],
    ['portfolio.example', 'Enter an address that begins with https://'],
    ['http://93.184.215.14/', 'The address must begin with https://'],
    ['https://10.0.0.8/', '10.0.0.8 is not on the public internet'],
    ['https://user:secret@portfolio.example/', 'The address may hold no user name, password or #'],
    [`https://portfolio.example/${'x'.repeat(500)}`, expect.any(String)],
    ['', 'Enter an address'],
  ])('%s is refused', async (url, message) => {
    const { status, body } = await admin.post(endpoints, { url });
    expect([status, body.data.fields]).toEqual([422, { url: message }]);
  });

  it('stands once, and is one of ten, also where many are added at the same moment', async () => {
    const path = '/admin/products/cataract/endpoints';
    const add = (n: number) => admin.post(path, { url: `https://8.8.4.4/${n}` });
    const statuses = async (all: ReturnType<typeof add>[]) =>
      (await Promise.all(all)).map(({ status }) => status).toSorted();
    const same = Array.from({ length: 6 }, () => add(0));
    expect(await statuses(same)).toEqual([200, ...Array(5).fill(409)]);
    const others = Array.from({ length: 12 }, (_, n) => add(n + 1));
    expect(await statuses(others)).toEqual([...Array(9).fill(200), ...Array(3).fill(409)]);
    const { data } = (await admin.get(path)).body;
    expect(data).toHaveLength(10);
    for (const { id } of data) await admin.delete(`${path}/${id}`);
  });

  it('stands once for a product, ten at most, and belongs to it', async () => {
    const add = (n: number, product = 'cataract') =>
      admin.post(`/admin/products/${product}/endpoints`, { url: `https://8.8.8.8/${n}` });
    for (let n = 0; n < 9; n += 1) expect((await add(n)).status).toBe(200);
    expect((await add(0)).body.data.fields).toEqual({
      url: 'This product is told at this address already.',
    });
    const { id } = (await add(9)).body.data;
    expect((await add(10)).status).toBe(409);
    expect((await admin.delete(`${endpoints}/${id}`)).status).toBe(404);
    const written = JSON.stringify(await server.services.db.select().from(productEndpoints));
    expect(written).not.toContain('whsec_');
    const [entry] = await server.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'endpoint.made'));
    expect(entry?.detail).toMatch(/^http.* \([\da-f-]{36}\)$/);
  });
});
