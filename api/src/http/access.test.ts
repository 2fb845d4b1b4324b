import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { sessions, users } from '../db/schema.ts';
import { findAccount } from '../features/accounts/service.ts';
import { halfSignIn } from '../features/second-factors/half-sign-in.ts';
import { accessTable, type Status } from '../testing/access-table.ts';
import type { Client, Reply, SignedIn } from '../testing/client.ts';
import { holdByRow } from '../testing/held.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const nobody = '0198c000-0000-7000-8000-0000000000aa';
/** Whoever calls it holds the product: otherwise nobody would be let in. */
const opening = 'POST /api/user/products/{product}/open';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function call(client: Client, route: string): Promise<Status> {
  const [method, path = ''] = route.split(' ');
  const address = path
    .replace('/api', '')
    .replace('{product}', 'portfolio')
    .replaceAll(/\{\w+\}/g, nobody);
  const sends = { GET: client.get, POST: client.post, PUT: client.put, DELETE: client.delete };
  const send: (to: string, body?: object) => Promise<Reply> = sends[method as keyof typeof sends];
  return send(address, method === 'GET' || method === 'DELETE' ? undefined : {}).then(
    ({ status }) => status,
  );
}

/** What an admin has who sees what this user sees. */
async function seeAs(userId: string): Promise<Client> {
  const { sessions: opened, db } = server.services;
  const admin = await server.client.newUser();
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.user.id));
  const { sessionId = '' } = (await opened.find(admin.token)) ?? {};
  const user = await findAccount(server.services, userId);
  const view = await opened.openView(db, user, { viewerSessionId: sessionId, minutes: 15 });
  return server.client.withToken(view?.token ?? '');
}

type User = typeof users.$inferInsert;

/** Somebody who holds the product where it is opened, with what is changed of their account. */
async function newUser(route: string, changes?: Partial<User>): Promise<SignedIn> {
  const { db } = server.services;
  const met = await server.client.newUser();
  if (route === opening) await holdByRow(db, met.user.id, 'portfolio', {});
  if (changes) await change(met, changes);
  return met;
}

async function change({ user }: SignedIn, changes: Partial<User>): Promise<void> {
  await server.services.db.update(users).set(changes).where(eq(users.id, user.id));
}

/** Everybody whom a route may tell apart. */
const kinds = {
  visitor: async () => server.client,
  async pending(route: string) {
    const { user } = await newUser(route);
    const { JWT_SECRET } = server.services.env;
    const half = halfSignIn(JWT_SECRET, { ...user, passwordHash: '' }, []);
    return server.client.withToken(half.second_factor.token);
  },
  user: async (route: string) => (await newUser(route)).client,
  unverified: async (route: string) => (await newUser(route, { emailVerifiedAt: null })).client,
  lacking: async (route: string) => (await newUser(route)).client,
  seenAs: async (route: string) => seeAs((await newUser(route)).user.id),
  admin: async (route: string) => (await newUser(route, { role: 'admin' })).client,
  async late(route: string) {
    const { client, user } = await newUser(route, { role: 'admin' });
    await server.services.db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '601 seconds'` })
      .where(eq(sessions.userId, user.id));
    return client;
  },
  async demoted(route: string) {
    const met = await newUser(route, { role: 'admin' });
    expect((await met.client.get('/admin/users')).status).toBe(200);
    await change(met, { role: 'user' });
    return met.client;
  },
  inactive: async (route: string) => (await newUser(route, { isActive: false })).client,
  async deleted() {
    const { client, user } = await server.client.newUser();
    await server.services.db.delete(users).where(eq(users.id, user.id));
    return client;
  },
};
type Kind = keyof typeof kinds;

const met = new Map<Kind, Promise<Client>>();

/** Somebody of a kind: anew where the call may change something for them, else the same as for other routes. */
function meet(kind: Kind, route: string, expected: Status): Promise<Client> {
  const mayChange = expected < 300 && !route.startsWith('GET ');
  if (mayChange || (route === opening && expected !== 401)) return kinds[kind](route);
  const known = met.get(kind) ?? kinds[kind]('');
  met.set(kind, known);
  return known;
}

/** The whole paths of the routes in Fastify's drawing of its tree, four signs for each level. */
function pathsIn(tree: string): string[] {
  const branch: string[] = [];
  return [...tree.matchAll(/^([│├└─ ]+)(\S+) \(/gm)].map(([, indent = '', part = '']) => {
    branch.splice(indent.length / 4 - 1, branch.length, part);
    return branch.join('');
  });
}

describe('every route', () => {
  it('has a row in the table, and every row a route', async () => {
    const { paths } = (await server.client.get('/openapi.json')).body;
    const routes = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.toSorted()).toEqual(Object.keys(accessTable).toSorted());
  });

  it('no call takes or gives a hint or a question', async () => {
    const text = JSON.stringify((await server.client.get('/openapi.json')).body);
    expect(text).toContain('"password":');
    expect(text).not.toMatch(/"\w*(hint|question)\w*":/i);
  });

  it('is documented, but for those that show nobody’s data', async () => {
    const app = await createApp(server.services, server.database, new Map());
    const open = [
      ...['/healthz', '/readyz', '/api/openapi.json'],
      ...['/.well-known/jwks.json', '/.well-known/security.txt'],
    ];
    const documented = Object.keys(accessTable).map(
      (route) => route.split(' ')[1]?.replaceAll(/\{(\w+)\}/g, ':$1') ?? '',
    );
    const served = pathsIn(app.printRoutes({ commonPrefix: false }));
    expect(served.filter((path) => !path.startsWith('/api/docs')).toSorted()).toEqual(
      [...new Set([...documented, ...open])].toSorted(),
    );
  });

  it.each(Object.entries(accessTable))('%s lets in who may come in', async (route, row) => {
    const { env } = server.services;
    const expected = { ...row, demoted: row.user, inactive: row.visitor, deleted: row.visitor };
    for (const kind of Object.keys(kinds) as Kind[]) {
      const client = await meet(kind, route, expected[kind]);
      env.REQUIRE_SECOND_FACTOR = kind === 'lacking';
      const status = await call(client, route);
      env.REQUIRE_SECOND_FACTOR = false;
      expect([kind, status]).toEqual([kind, expected[kind]]);
    }
  });
});

describe('deactivating', () => {
  it('ends every session at once, and never hits oneself or the last admin', async () => {
    const boss = await server.client.newUser();
    const { db } = server.services;
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, boss.user.id));
    const { client, user } = await server.client.newUser();
    const set = (id: string, isActive: boolean) =>
      boss.client.put(`/admin/users/${id}/status`, { isActive });

    expect((await set(user.id, false)).status).toBe(200);
    expect((await client.get('/user')).status).toBe(401);
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    expect((await set(user.id, true)).status).toBe(200);
    expect((await client.get('/user')).status).toBe(401);

    const self = await set(boss.user.id, false);
    expect(self.status).toBe(409);
    expect(self.body.error).toBe('You cannot deactivate yourself.');
    expect((await set(nobody, false)).status).toBe(404);
  });

  it('by two admins at once leaves one of them', async () => {
    const { db } = server.services;
    await db.update(users).set({ role: 'user' });
    const [one, other] = [await server.client.newUser(), await server.client.newUser()];
    for (const { user } of [one, other]) {
      await db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
    }
    const replies = await Promise.all([
      one.client.put(`/admin/users/${other.user.id}/status`, { isActive: false }),
      other.client.put(`/admin/users/${one.user.id}/status`, { isActive: false }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await db.$count(users, eq(users.role, 'admin'))).toBe(2);
    const active = await db.select().from(users).where(eq(users.role, 'admin'));
    expect(active.filter(({ isActive }) => isActive)).toHaveLength(1);
  });
});
