import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { accessRowsOf, holdByRow } from '../../testing/held.ts';
import { askProducts, type ProductKeys, startAsked } from '../../testing/product.ts';
import type { TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
let keys: ProductKeys;
beforeAll(async () => {
  ({ server, admin, keys } = await startAsked());
});
afterAll(() => server.close());

/** Asks as a product would. */
const ask = (path: string, key: string | null = keys.portfolio, headers = {}) =>
  askProducts(server, path, { key, headers });

async function holder(product: 'portfolio' | 'combined' = 'portfolio') {
  const { client, user } = await server.client.newUser({ first_name: 'Zoë', last_name: 'Nair' });
  await subscribe(client, product, 'monthly');
  return { client, user };
}

describe('asking for one user', () => {
  it('answers who it is, whether they may come in, and why', async () => {
    const { user } = await holder();
    const { status, headers, body } = await ask(`portfolio/access/${user.id}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const { portfolio: row } = await accessRowsOf(server.services.db, user.id);
    expect(body).toEqual({
      success: true,
      message: '',
      data: {
        user: {
          ...{ id: user.id, email: user.email, email_verified: true },
          ...{ first_name: 'Zoë', last_name: 'Nair' },
        },
        has_access: true,
        since: row?.since.toISOString(),
        until: row?.until?.toISOString(),
        reason: 'trial',
        version: row?.version,
      },
    });
    // Whoever never held it is known, has none, and is nobody there but an id.
    const { user: other } = await server.client.newUser();
    for (const { id } of [user, other]) {
      expect((await ask(`cataract/access/${id}`, keys.cataract)).body.data).toEqual({
        user: { id, email: null, email_verified: false, first_name: null, last_name: null },
        ...{ has_access: false, since: null, until: null, reason: null, version: 0 },
      });
    }
  });

  it('answers 304 to whoever has it, until it changes', async () => {
    const { user } = await holder();
    const path = `portfolio/access/${user.id}`;
    const tag = (await ask(path)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"portfolio-\d+"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, headers, body } = await ask(path, keys.portfolio, { 'if-none-match': known });
      expect([known, status, body, headers.get('etag')]).toEqual([known, 304, '', tag]);
    }
    await admin.put(`/admin/users/${user.id}/status`, { isActive: false });
    const { status, body } = await ask(path, keys.portfolio, { 'if-none-match': tag });
    expect([status, body.data.has_access, body.data.reason]).toEqual([200, false, 'deactivated']);
  });

  it('answers each for itself what is asked at the same moment', async () => {
    const [{ user }, { user: both }] = await Promise.all([holder(), holder('combined')]);
    const nobody = crypto.randomUUID();
    const asked = [
      [`portfolio/access/${user.id}`, keys.portfolio, 200, user.id, true],
      [`portfolio/access/${both.id.toUpperCase()}`, keys.portfolio, 200, both.id, true],
      [`cataract/access/${both.id}`, keys.cataract, 200, both.id, true],
      [`cataract/access/${user.id}`, keys.cataract, 200, user.id, false],
      [`portfolio/access/${nobody}`, keys.portfolio, 404, undefined, undefined],
      ['portfolio/access/null', keys.portfolio, 404, undefined, undefined],
      [`portfolio/access/${user.id}`, 'pk_portfolio_no', 401, undefined, undefined],
      [`portfolio/access/${user.id}`, keys.cataract, 403, undefined, undefined],
    ] as const;
    const answers = asked.map(async ([path, key]) => {
      const { status, body } = await ask(path, key);
      return [path, key, status, body.data?.user.id, body.data?.has_access];
    });
    expect(await Promise.all(answers)).toEqual(asked);
  });

  it('of somebody who was deleted there is only the id', async () => {
    const { user } = await holder();
    await admin.delete(`/admin/users/${user.id}`);
    const { body } = await ask(`portfolio/access/${user.id}`);
    expect(body.data).toMatchObject({
      user: { id: user.id, email: null, first_name: null, last_name: null },
      ...{ has_access: false, reason: 'deleted' },
    });
    const { user: other } = await server.client.newUser();
    await admin.delete(`/admin/users/${other.id}`);
    expect((await ask(`portfolio/access/${other.id}`)).status).toBe(404);
  });

  it('refuses without a live key, with one of the other product, and for whom nobody knows', async () => {
    const { client, user } = await holder();
    const session = (await server.client.logIn(user.email, 'Retina-2026')).token;
    const path = `portfolio/access/${user.id}`;
    const refused = [null, '', 'pk_portfolio_no', `${keys.portfolio}x`, session];
    for (const key of refused) expect((await ask(path, key)).status, `${key}`).toBe(401);
    expect((await ask('elsewhere/access/x', 'pk_no')).status).toBe(401);
    const other = await ask(path, keys.cataract);
    expect([other.status, other.body.success]).toEqual([403, false]);
    const unknown = ['0198c000-0000-7000-8000-0000000000aa', 'nobody', '%00', user.email];
    for (const id of unknown) {
      expect([id, (await ask(`portfolio/access/${id}`)).status]).toEqual([
        id,
        id === '%00' ? 422 : 404,
      ]);
    }
    expect((await ask('elsewhere/access/x')).status).toBe(404);
    // A key is no session.
    expect((await client.withToken(keys.portfolio).get('/user')).status).toBe(401);
  });
});

describe('the full copy', () => {
  /** Everything from a cursor on, page by page. */
  async function copy(from = '', pageSize = 2) {
    const rows: { user: { id: string }; version: number; has_access: boolean }[] = [];
    let next = from;
    for (let pages = 0; pages < 100; pages += 1) {
      const { body } = await ask(`portfolio/access?pageSize=${pageSize}&after=${next}`);
      rows.push(...body.data);
      next = body.next ?? '';
      if (!body.has_more) return { rows, next };
    }
    throw new Error('no end');
  }

  it('has each row once, in the order of change, and goes on from where one stopped', async () => {
    const people = [await holder(), await holder('combined'), await holder()];
    const { rows, next } = await copy();
    const ids = rows.map(({ user }) => user.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { user } of people) expect(ids).toContain(user.id);
    expect(await copy(next)).toEqual({ rows: [], next });

    const [one, two] = people.map(({ user }) => user.id);
    for (const id of [two, one]) {
      await admin.put(`/admin/users/${id}/status`, { isActive: false });
    }
    const since = await copy(next, 1);
    expect(since.rows.map(({ user, has_access }) => [user.id, has_access])).toEqual([
      [two, false],
      [one, false],
    ]);
    expect((await copy()).rows).toHaveLength(ids.length);
  });

  // PGlite does one transaction after another, so nothing is under way there while something is read.
  if (process.env.TEST_DATABASE !== 'pglite') {
    it('misses nobody whose change was under way while it was read', async () => {
      const { user } = await holder();
      const { user: other } = await holder();
      let { next } = await copy();
      const { db } = server.services;
      const rename = (id: string, writer = db) =>
        writer.update(users).set({ lastName: 'Shah' }).where(eq(users.id, id));
      await db.transaction(async (slow) => {
        await rename(user.id, slow);
        await rename(other.id);
        const meanwhile = await copy(next);
        expect(meanwhile.rows.map((row) => row.user.id)).toEqual([other.id]);
        next = meanwhile.next;
      });
      expect((await copy(next)).rows.map((row) => row.user.id)).toEqual([user.id]);
    });

    it('is in nobody’s way who changes many at once, in whatever order', async () => {
      const { db } = server.services;
      const { next } = await copy();
      const ids: string[] = [];
      for (let n = 0; n < 8; n += 1) {
        const { user } = await server.client.newUser();
        await holdByRow(db, user.id, 'portfolio', {});
        ids.push(user.id);
      }
      const [busy = '', ...others] = ids.toReversed();
      const rename = (writer: Db, id: string) =>
        writer.update(users).set({ lastName: 'Shah' }).where(eq(users.id, id));
      const meanwhile = await db.transaction(async (slow) => {
        await rename(slow, busy);
        const asked = copy(next, 100);
        // By now it would have the others in hand, and wait for this one.
        await setTimeout(300);
        for (const id of others) await rename(slow, id);
        return asked;
      });
      const seen = ({ rows }: typeof meanwhile) => rows.map(({ user }) => user.id).toSorted();
      expect(seen(meanwhile)).toEqual(others.toSorted());
      expect(seen(await copy(meanwhile.next, 100))).toEqual(ids.toSorted());
    });
  }

  it('refuses cursors that it did not give out', async () => {
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const cursors = ['x', made(['cataract', 1]), made(['portfolio', 1, 1]), made(1), made(null)];
    // One that is to come would leave out what happens until then.
    const places = [1e300, -1, 0, 1.5, '1', Date.now() * 1_000 + 3_600_000_000];
    for (const place of places) cursors.push(made(['portfolio', place]));
    cursors.push((await ask('cataract/access', keys.cataract)).body.next);
    for (const cursor of cursors) {
      const { status, body } = await ask(`portfolio/access?after=${cursor}`);
      expect([cursor, status, body.message]).toEqual([
        ...[cursor, 422],
        'This page cannot be found. Please start again from the first.',
      ]);
    }
    expect((await ask(`portfolio/access?after=${'x'.repeat(201)}`)).status).toBe(422);
    expect((await ask('portfolio/access?pageSize=101')).status).toBe(422);
  });
});
