import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, users } from '../../db/schema.ts';
import { payer } from '../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const readBy = (id: string) => {
  const { db } = server.services;
  const { action, target, detail } = auditLog;
  const isBoss = eq(auditLog.actorId, id);
  return db.select({ action, target, detail }).from(auditLog).where(isBoss).orderBy(auditLog.id);
};

it('what an admin reads of others is written down: whom, or which list by what filters and how many', async () => {
  const { client, user } = await server.client.newUser();
  await server.services.db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
  const seen = (await server.client.newUser({ last_name: 'Abernathy' })).user;
  await payer(server, 'cataract', 'monthly', 8);
  const before = (await readBy(user.id)).length;
  for (const part of ['', '/history', '/sessions', '']) {
    expect((await client.get(`/admin/users/${seen.id}${part}`)).status).toBe(200);
  }
  expect((await client.get(`/admin/users/${user.id}`)).status).toBe(200);
  await client.get('/admin/users?search=abernathy');
  await client.get('/admin/users?search=abernathy');
  for (const list of ['subscriptions', 'payments']) await client.get(`/admin/${list}?pageSize=1`);
  for (const pageSize of [2, 2, 3]) {
    await client.get(`/admin/audit?target=${seen.id}&pageSize=${pageSize}`);
  }
  const { db } = server.services;
  await client.get('/admin/failures');
  await db.execute(sql`insert into pgboss.job (name, data, state, completed_on)
    values ('send-email', '{"version":1,"cause":"welcome:nobody"}', 'failed', now())`);
  await client.get('/admin/failures');
  await db.execute(sql`update subscriptions set cancel_reason = 'other', cancel_comment = 'Too dear for me',
    cancel_requested_at = now()`);
  await client.get('/admin/cancellations');
  expect((await readBy(user.id)).slice(before)).toEqual([
    { action: 'user.opened', target: seen.id, detail: null },
    {
      action: 'list.opened',
      target: expect.stringMatching(/^users .*"search":"abernathy"/),
      detail: '1 of 1',
    },
    ...['subscriptions', 'payments'].map((list) => ({
      action: 'list.opened',
      target: expect.stringContaining(`${list} {`),
      detail: expect.stringMatching(/^1 of \d+$/),
    })),
    ...[2, 3].map((pageSize) => ({
      action: 'list.opened',
      target: expect.stringMatching(
        new RegExp(`^audit {"target":"${seen.id}",.*"pageSize":${pageSize}\\b`),
      ),
      detail: '1',
    })),
    { action: 'list.opened', target: 'failures {}', detail: '1' },
    { action: 'list.opened', target: 'cancellations {}', detail: '1' },
  ]);
});
