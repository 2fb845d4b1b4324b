import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { auditLog, rateLimits, sessions, users } from '../db/schema.ts';
import { findAccount } from '../features/accounts/service.ts';
import { halfSignIn } from '../features/second-factors/half-sign-in.ts';
import { accessTable, type Status } from '../testing/access-table.ts';
import type { Client, Reply } from '../testing/client.ts';
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
    const { visitor, pending, user, unverified, lacking, seenAs, admin, late: tooLate } = row;
    const { db } = server.services;
    expect(await call(server.client, route)).toBe(visitor);
    const newUser = async () => {
      const met = await server.client.newUser();
      if (route === opening) await holdByRow(db, met.user.id, 'portfolio', {});
      return met;
    };

    const somebody = await newUser();
    expect(await call(somebody.client, route)).toBe(user);

    const half = halfSignIn(
      server.services.env.JWT_SECRET,
      { ...somebody.user, passwordHash: '' },
      [],
    );
    const halfway = server.client.withToken(half.second_factor.token);
    expect(await call(halfway, route)).toBe(pending);

    const seen = await seeAs(somebody.user.id);
    expect(await call(seen, route)).toBe(seenAs);

    const unconfirmed = await newUser();
    const isUnconfirmed = eq(users.id, unconfirmed.user.id);
    await db.update(users).set({ emailVerifiedAt: null }).where(isUnconfirmed);
    expect(await call(unconfirmed.client, route)).toBe(unverified);

    server.services.env.REQUIRE_SECOND_FACTOR = true;
    const without = await newUser();
    const statusWithout = await call(without.client, route);
    server.services.env.REQUIRE_SECOND_FACTOR = false;
    expect(statusWithout).toBe(lacking);

    const boss = await newUser();
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, boss.user.id));
    expect(await call(boss.client, route)).toBe(admin);

    const late = await newUser();
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, late.user.id));
    await db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '601 seconds'` })
      .where(eq(sessions.userId, late.user.id));
    expect(await call(late.client, route)).toBe(tooLate);

    const demoted = await newUser();
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, demoted.user.id));
    expect((await demoted.client.get('/admin/users')).status).toBe(200);
    await db.update(users).set({ role: 'user' }).where(eq(users.id, demoted.user.id));
    expect(await call(demoted.client, route)).toBe(user);

    const inactive = await newUser();
    await db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id));
    expect(await call(inactive.client, route)).toBe(visitor);

    const deleted = await server.client.newUser();
    await db.delete(users).where(eq(users.id, deleted.user.id));
    expect(await call(deleted.client, route)).toBe(visitor);
  });
});

describe('the audit log', () => {
  it('holds sign-ins, refusals and what admins did', async () => {
    const { client, user } = await server.client.signUp();
    await client.get('/admin/users');
    await server.client.post('/login', { email: user.email, password: 'Not-this-1' });
    await client.post('/logout');
    const admin = await server.admin();
    await admin.put(`/admin/users/${user.id}/status`, { isActive: false });
    await admin.put(`/admin/users/${user.id}/status`, { isActive: true });
    const entries = await server.services.db.select().from(auditLog).orderBy(auditLog.id);
    const about = entries.filter(
      ({ actorId, target }) => actorId === user.id || target === user.id || target === user.email,
    );
    expect(about.map(({ action }) => action)).toEqual([
      'account.created',
      'login.succeeded',
      'access.refused',
      'login.refused',
      'logout',
      'user.deactivated',
      'user.activated',
    ]);
    expect(about.every(({ address }) => address === '127.0.0.1')).toBe(true);
  });

  it('takes the same refusal of a person once in a quarter of an hour', async () => {
    const { db } = server.services;
    const [one, other] = [await server.client.newUser(), await server.client.newUser()];
    const refusals = async ({ user }: typeof one) => {
      const entries = await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'access.refused')));
      return entries.map(({ target }) => target).toSorted();
    };
    const paths = ['/admin/users', '/admin/users', '/admin/users?page=2', '/admin/audit'];
    await Promise.all(paths.map((path) => one.client.get(path)));
    await one.client.get('/admin/users');
    await other.client.get('/admin/users');
    expect(await refusals(one)).toEqual(['/api/admin/audit', '/api/admin/users']);
    expect(await refusals(other)).toEqual(['/api/admin/users']);

    const anHourAgo = sql`now() - interval '1 hour'`;
    await db
      .update(rateLimits)
      .set({ expire: anHourAgo })
      .where(like(rateLimits.key, 'repeated-%'));
    await one.client.get('/admin/users');
    expect(await refusals(one)).toHaveLength(3);
  });

  it('can only be added to', async () => {
    const { db } = server.services;
    await expect(db.delete(auditLog)).rejects.toThrow();
    await expect(db.update(auditLog).set({ action: 'nothing' })).rejects.toThrow();
    await expect(db.execute(sql`truncate audit_log`)).rejects.toThrow();
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
