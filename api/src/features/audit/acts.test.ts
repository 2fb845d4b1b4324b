import { endpoints } from 'contract/endpoints';
import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditLog,
  passkeys,
  productDeliveries,
  productEndpoints,
  sessions as sessionRows,
  stripeEvents,
  users,
} from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { holder, payer } from '../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { findAccount } from '../accounts/service.ts';

let server: TestServer;
let boss: { client: Client; id: string };
beforeAll(async () => {
  server = await startTestServer();
  const { client, user } = await server.client.newUser();
  await server.services.db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
  boss = { client, id: user.id };
});
afterAll(() => server.close());

const newcomer = { first_name: 'Ngozi', last_name: 'Bello', email: 'ngozi.bello@hospital.test' };
const event = { id: 'evt_open', customerId: 'cus_gone', type: 'customer.subscription.updated' };

/** What an admin may do, to a user of that id, and what is written of it about whom or what. */
type Act = (id: string) => Promise<{ status: number; action: string; target: unknown }>;

const ofEndpoints = '/admin/products/cataract/endpoints';

/** What an admin may do to an endpoint, which is made for it. */
const onEndpoint =
  (path: string, action: string, body?: object): Act =>
  async () => {
    const { db } = server.services;
    const id = crypto.randomUUID();
    const endpoint = { id, product: 'cataract', url: 'https://8.8.8.8/', secret: '' } as const;
    await db.insert(productEndpoints).values(endpoint);
    const { status } = path
      ? await boss.client.post(`${ofEndpoints}/${id}/${path}`, body)
      : await boss.client.delete(`${ofEndpoints}/${id}`);
    return { status, action, target: 'cataract' };
  };
const endpointActs: Record<string, Act> = {
  'POST /admin/products/{product}/endpoints': async () => {
    const { status } = await boss.client.post(ofEndpoints, { url: 'https://8.8.8.8/hooks' });
    return { status, action: 'endpoint.made', target: 'cataract' };
  },
  'DELETE /admin/products/{product}/endpoints/{id}': onEndpoint('', 'endpoint.removed'),
  'POST /admin/products/{product}/endpoints/{id}/rotate': onEndpoint(
    'rotate',
    'endpoint.secret-rotated',
  ),
  'POST /admin/products/{product}/endpoints/{id}/test': onEndpoint('test', 'endpoint.tested'),
  'POST /admin/products/{product}/endpoints/{id}/enable': onEndpoint('enable', 'endpoint.enabled'),
  'POST /admin/products/{product}/endpoints/{id}/resend': onEndpoint('resend', 'delivery.resent', {
    since: '2026-01-01T00:00:00Z',
  }),
  'POST /admin/deliveries/{id}/resend': async () => {
    const { db } = server.services;
    const [{ id: endpointId } = { id: '' }] = await db.select().from(productEndpoints);
    const id = crypto.randomUUID();
    await db.insert(productDeliveries).values({
      ...{ id, endpointId, product: 'cataract', type: 'test' },
      ...{ hasAccess: false, version: 0, givenUpAt: new Date() },
    });
    const { status } = await boss.client.post(`/admin/deliveries/${id}/resend`);
    return { status, action: 'delivery.resent', target: 'cataract' };
  },
};

const acts: Record<string, Act> = {
  'POST /admin/users': async () => {
    const { status, body } = await boss.client.post('/admin/users', newcomer);
    return { status, action: 'user.created', target: body.data.id };
  },
  'PUT /admin/users/{id}': async (id) => {
    const { status } = await boss.client.put(`/admin/users/${id}`, { last_name: 'Shah' });
    return { status, action: 'user.changed', target: id };
  },
  'PUT /admin/users/{id}/status': async (id) => {
    const { status } = await boss.client.put(`/admin/users/${id}/status`, { isActive: false });
    return { status, action: 'user.deactivated', target: id };
  },
  'POST /admin/users/{id}/trial': async (id) => {
    const { status } = await boss.client.post(`/admin/users/${id}/trial`);
    return { status, action: 'user.trial-allowed', target: id };
  },
  'DELETE /admin/users/{id}': async (id) => {
    const { status } = await boss.client.delete(`/admin/users/${id}`);
    return { status, action: 'user.deleted', target: id };
  },
  'DELETE /admin/users/{id}/sessions/{session}': async (id) => {
    const sessions = `/admin/users/${id}/sessions`;
    const { db } = server.services;
    const [one] = await db.select().from(sessionRows).where(eq(sessionRows.userId, id));
    const { status } = await boss.client.delete(`${sessions}/${one?.id}`);
    return { status, action: 'session.ended', target: id };
  },
  'DELETE /admin/users/{id}/sessions': async (id) => {
    const { status } = await boss.client.delete(`/admin/users/${id}/sessions`);
    return { status, action: 'session.ended', target: id };
  },
  'POST /admin/users/{id}/second-factors/reset': async (id) => {
    await server.services.db.insert(passkeys).values({
      ...{ id: uuid(), userId: id, credentialId: id, publicKey: new Uint8Array(1) },
      ...{ counter: 0, transports: [] },
    });
    const path = `/admin/users/${id}/second-factors/reset`;
    const { status } = await boss.client.post(path, { reason: 'Lost both phones' });
    return { status, action: 'factors.reset', target: id };
  },
  'POST /admin/users/{id}/view': async (id) => {
    const { status } = await boss.client.post(`/admin/users/${id}/view`, { reason: 'They called' });
    return { status, action: 'view.opened', target: id };
  },
  'DELETE /admin/view': async (id) => {
    const { db, sessions } = server.services;
    const [own] = await db.select().from(sessionRows).where(eq(sessionRows.userId, boss.id));
    const user = await findAccount(server.services, id);
    // The one of the act before would end, too.
    await db.delete(sessionRows).where(isNotNull(sessionRows.viewerSessionId));
    await sessions.openView(db, user, { viewerSessionId: own?.id ?? '', minutes: 15 });
    const { status } = await boss.client.delete('/admin/view');
    return { status, action: 'view.ended', target: id };
  },
  'POST /admin/events/{id}/resend': async () => {
    await server.services.db.insert(stripeEvents).values({ ...event, createdAt: new Date() });
    const { status } = await boss.client.post(`/admin/events/${event.id}/resend`);
    return { status, action: 'event.resent', target: event.id };
  },
  'POST /admin/jobs/{id}/retry': async () => {
    const id = await failedJob();
    const { status } = await boss.client.post(`/admin/jobs/${id}/retry`);
    return { status, action: 'job.retried', target: id };
  },
  'POST /admin/jobs/retry': async () => {
    await failedJob();
    const { status } = await boss.client.post('/admin/jobs/retry');
    return { status, action: 'job.retried', target: 'all 1' };
  },
  'POST /admin/subscriptions/{id}/withdraw': async () => {
    const { user, id } = await holder(server, 'cataract', 'monthly');
    const { status } = await boss.client.post(`/admin/subscriptions/${id}/withdraw`);
    return { status, action: 'subscription.withdrawn', target: user.id };
  },
  'POST /admin/payments/{id}/refund': async () => {
    const { user, payments } = await payer(server, 'cataract', 'monthly', 8);
    const [{ id }] = await payments();
    const body = { amount: 100, reason: 'A bad day' };
    const { status } = await boss.client.post(`/admin/payments/${id}/refund`, body);
    return { status, action: 'payment.refunded', target: user.id };
  },
  'POST /admin/products/{product}/keys': async () => {
    const { status } = await boss.client.post('/admin/products/cataract/keys', { name: 'A' });
    return { status, action: 'product-key.made', target: 'cataract' };
  },
  'DELETE /admin/products/{product}/keys/{id}': async () => {
    const [{ id }] = (await boss.client.get('/admin/products/cataract/keys')).body.data;
    const { status } = await boss.client.delete(`/admin/products/cataract/keys/${id}`);
    return { status, action: 'product-key.ended', target: 'cataract' };
  },
  ...endpointActs,
  'POST /admin/exports': async () => {
    const { status } = await boss.client.post('/admin/exports', { list: 'users' });
    return { status, action: 'list.exported', target: expect.stringMatching(/^users /) };
  },
};

/** A job that was tried often enough. */
async function failedJob(): Promise<string> {
  const { rows } = (await server.services.db.execute(sql`
    insert into pgboss.job (name, data, state, completed_on, retry_limit, retry_count)
    values ('forget-ended', '{"version":1}', 'failed', now(), 2, 2) returning id
  `)) as unknown as { rows: [{ id: string }] };
  return rows[0].id;
}

describe('every act of an admin', () => {
  it('has a row in the table, and every row an act', () => {
    const changing = Object.values(endpoints)
      .filter(({ access, method }) => access === 'admin' && method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    expect(changing.toSorted()).toEqual(Object.keys(acts).toSorted());
  });

  it.each(Object.entries(acts))(
    '%s is written down: who, what, when, from where',
    async (_, act) => {
      const { user } = await server.client.newUser();
      const { db } = server.services;
      const count = await db.$count(auditLog, eq(auditLog.actorId, boss.id));
      const began = Date.now();
      const { status, action, target } = await act(user.id);
      expect(status).toBeLessThan(300);
      const written = await db
        .select()
        .from(auditLog)
        .where(eq(auditLog.actorId, boss.id))
        .orderBy(desc(auditLog.id));
      expect(written).toHaveLength(count + 1);
      expect(written[0]).toMatchObject({ action, target, actorId: boss.id, address: '127.0.0.1' });
      const at = Number(written[0]?.at);
      expect(at).toBeGreaterThan(began - 1_000);
      expect(at).toBeLessThan(Date.now() + 1_000);
    },
  );
});
