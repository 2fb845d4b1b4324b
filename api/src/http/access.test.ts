import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { auditLog, rateLimits, sessions, users } from '../db/schema.ts';
import type { Client, Reply } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const nobody = '0198c000-0000-7000-8000-0000000000aa';

type Status = number;
/** What an empty call answers a visitor, a user, an admin; who may not come in gets 401 or 403. */
type Row = [visitor: Status, user: Status, admin: Status, proof?: 'proof'];

const anyone = (status: Status): Row => [status, status, status];
const signedIn = (status: Status): Row => [401, status, status];
const adminOnly = (status: Status): Row => [401, 403, status];

/** Who may come in has to have proved lately who they are. */
const proved = ([visitor, user, admin]: Row): Row => [visitor, user, admin, 'proof'];

const table: Record<string, Row> = {
  'POST /api/register': anyone(422),
  'POST /api/login': anyone(422),
  'POST /api/logout': signedIn(200),
  'POST /api/reset-password': anyone(422),
  'POST /api/update-password': anyone(422),
  'GET /api/user': signedIn(200),
  'POST /api/login/second-factor': anyone(422),
  'GET /api/user/second-factors': signedIn(200),
  'POST /api/login/passkey/options': anyone(200),
  'POST /api/login/passkey': anyone(422),
  'POST /api/user/second-factors/passkeys': proved(signedIn(200)),
  'POST /api/user/second-factors/passkeys/confirm': proved(signedIn(422)),
  'POST /api/user/proof': signedIn(422),
  'POST /api/user/second-factors/totp': proved(signedIn(200)),
  'POST /api/user/second-factors/totp/confirm': proved(signedIn(422)),
  'POST /api/user/second-factors/recovery-codes': proved(signedIn(409)),
  'DELETE /api/user/second-factors/{id}': proved(signedIn(404)),
  'GET /api/plans': anyone(200),
  'POST /api/subscriptions/checkout': signedIn(422),
  'POST /api/subscriptions/checkout/preview': signedIn(422),
  'POST /api/subscriptions/checkout/confirm': signedIn(422),
  'GET /api/user/subscriptions': signedIn(200),
  'POST /api/user/subscriptions/{id}/cancel': signedIn(404),
  'POST /api/user/subscriptions/{id}/withdraw': signedIn(404),
  'POST /api/user/subscriptions/{id}/update-card': signedIn(404),
  'POST /api/user/subscriptions/refresh': signedIn(200),
  'GET /api/user/payments': signedIn(200),
  'GET /api/user/payments/{id}/invoice': signedIn(404),
  'POST /api/user/products/{product}/open': signedIn(422),
  'GET /api/users/dashboard-stats': signedIn(200),
  'GET /api/admin/dashboard-stats': adminOnly(200),
  'GET /api/admin/payments': adminOnly(200),
  'GET /api/admin/subscriptions': adminOnly(200),
  'POST /api/admin/subscriptions/{id}/withdraw': proved(adminOnly(404)),
  'POST /api/admin/payments/{id}/refund': proved(adminOnly(422)),
  'GET /api/admin/cancellations': adminOnly(200),
  'GET /api/admin/users': adminOnly(200),
  'POST /api/admin/users': proved(adminOnly(422)),
  'GET /api/admin/users/{id}': adminOnly(404),
  'PUT /api/admin/users/{id}': proved(adminOnly(422)),
  'DELETE /api/admin/users/{id}': proved(adminOnly(404)),
  'PUT /api/admin/users/{id}/status': adminOnly(422),
  'POST /api/admin/users/{id}/trial': adminOnly(404),
  'GET /api/admin/reconciliation': adminOnly(200),
  'POST /api/operator/reconcile': anyone(401),
  'GET /api/admin/users/{id}/history': adminOnly(404),
  'GET /api/admin/audit': adminOnly(200),
  'GET /api/admin/events': adminOnly(200),
  'POST /api/admin/events/{id}/resend': adminOnly(404),
  'GET /api/admin/failures': adminOnly(200),
  'POST /api/admin/jobs/retry': adminOnly(200),
  'POST /api/admin/jobs/{id}/retry': adminOnly(404),
  'POST /api/admin/exports': proved(adminOnly(422)),
  'GET /api/admin/exports/download': anyone(404),
  'POST /api/user/export': proved(signedIn(202)),
  'GET /api/user/export': signedIn(404),
  'DELETE /api/user': signedIn(422),
  'GET /api/admin/retention': adminOnly(200),
  'POST /api/webhooks/stripe': anyone(400),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function call(client: Client, route: string): Promise<Status> {
  const [method, path = ''] = route.split(' ');
  const address = path.replace('/api', '').replace('{id}', nobody);
  const sends = { GET: client.get, POST: client.post, PUT: client.put, DELETE: client.delete };
  const send: (to: string, body?: object) => Promise<Reply> = sends[method as keyof typeof sends];
  return send(address, method === 'GET' || method === 'DELETE' ? undefined : {}).then(
    ({ status }) => status,
  );
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
    expect(routes.toSorted()).toEqual(Object.keys(table).toSorted());
  });

  it('is documented, but for those that show nobody’s data', async () => {
    const app = await createApp(server.services, server.database, new Map());
    const open = ['/healthz', '/readyz', '/.well-known/jwks.json', '/api/openapi.json'];
    const documented = Object.keys(table).map(
      (route) => route.split(' ')[1]?.replaceAll(/\{(\w+)\}/g, ':$1') ?? '',
    );
    const served = pathsIn(app.printRoutes({ commonPrefix: false }));
    expect(served.filter((path) => !path.startsWith('/api/docs')).toSorted()).toEqual(
      [...new Set([...documented, ...open])].toSorted(),
    );
  });

  it.each(Object.entries(table))(
    '%s lets in who may come in',
    async (route, [visitor, user, admin, proof]) => {
      const { db } = server.services;
      expect(await call(server.client, route)).toBe(visitor);

      const somebody = await server.client.newUser();
      expect(await call(somebody.client, route)).toBe(user);

      const boss = await server.client.newUser();
      await db.update(users).set({ role: 'admin' }).where(eq(users.id, boss.user.id));
      expect(await call(boss.client, route)).toBe(admin);

      const late = await server.client.newUser();
      await db.update(users).set({ role: 'admin' }).where(eq(users.id, late.user.id));
      await db
        .update(sessions)
        .set({ createdAt: sql`now() - interval '601 seconds'` })
        .where(eq(sessions.userId, late.user.id));
      expect(await call(late.client, route)).toBe(proof ? 403 : admin);

      const demoted = await server.client.newUser();
      await db.update(users).set({ role: 'admin' }).where(eq(users.id, demoted.user.id));
      expect((await demoted.client.get('/admin/users')).status).toBe(200);
      await db.update(users).set({ role: 'user' }).where(eq(users.id, demoted.user.id));
      expect(await call(demoted.client, route)).toBe(user);

      const inactive = await server.client.newUser();
      await db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id));
      expect(await call(inactive.client, route)).toBe(visitor);

      const deleted = await server.client.newUser();
      await db.delete(users).where(eq(users.id, deleted.user.id));
      expect(await call(deleted.client, route)).toBe(visitor);
    },
  );
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
