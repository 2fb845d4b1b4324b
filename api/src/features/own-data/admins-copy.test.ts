import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOwnCopy } from '../../db/read-own-copy.ts';
import { auditLog, users } from '../../db/schema.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { audit } from '../audit/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const recordsOf = async (user: { id: string; email: string }) =>
  (await readOwnCopy(server.services.db, user)).securityRecords as Record<string, unknown>[];

it('of what an admin did to others their copy has what, when and from where, and nothing of them', async () => {
  const { db } = server.services;
  const { client, user } = await server.client.newUser();
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
  const seen = (await server.client.newUser({ last_name: 'Abernathy' })).user;
  await client.get(`/admin/users/${seen.id}`);
  await client.get('/admin/users?search=abernathy');
  await client.post('/admin/exports', { list: 'users', query: { search: 'abernathy' } });
  await client.put(`/admin/users/${seen.id}`, { last_name: 'Abernathy-Shah' });
  await client.post(`/admin/users/${seen.id}/view`, { reason: 'Abernathy cannot find a bill' });
  await client.delete('/admin/view');
  const refund = { action: 'payment.refunded', detail: 'Abernathy paid twice' } as const;
  await audit(db, { ...refund, target: seen.id, actorId: user.id, address: '127.0.0.1' });
  const key = { action: 'product-key.made', target: 'portfolio', detail: 'Mornings (1)' } as const;
  await audit(db, { ...key, actorId: user.id, address: '127.0.0.1' });

  const records = await recordsOf(user);
  const words = JSON.stringify(records).toLowerCase();
  for (const theirs of ['abernathy', seen.id, seen.email]) expect(words).not.toContain(theirs);
  const own = { actorId: 'you', address: '127.0.0.1', at: expect.any(Date) };
  const hidden = { target: null, detail: null };
  expect(records).toEqual(
    expect.arrayContaining([
      { ...own, ...hidden, action: 'user.opened' },
      { ...own, action: 'list.opened', target: 'users', detail: '1 of 1' },
      { ...own, action: 'list.exported', target: 'users', detail: null },
      { ...own, ...hidden, action: 'user.changed' },
      { ...own, ...hidden, action: 'view.opened' },
      { ...own, ...hidden, action: 'view.ended' },
      { ...own, ...hidden, action: 'payment.refunded' },
      { ...own, action: 'product-key.made', target: 'portfolio', detail: 'Mornings (1)' },
    ]),
  );
  expect(records).toHaveLength(await db.$count(auditLog, eq(auditLog.actorId, user.id)));

  // Whom it was done to has it whole.
  expect(await recordsOf(seen)).toContainEqual(
    expect.objectContaining({ ...refund, target: seen.id, actorId: 'an administrator' }),
  );
});

it('a refused login is in the copy however the e-mail was typed', async () => {
  const { user } = await server.client.newUser();
  await server.client.post('/login', { email: user.email.toUpperCase(), password: 'Not-this-1' });
  expect(await recordsOf(user)).toContainEqual(
    expect.objectContaining({ action: 'login.refused', target: user.email }),
  );
});
