import { setTimeout as wait } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../db/schema.ts';
import { type Client, person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** Does something while another transaction holds rows; fails where that waits for them. */
async function whileHeld<T>(rows: SQL, work: () => Promise<T>): Promise<T> {
  return server.services.db.transaction(async (transaction) => {
    const held = await transaction.execute(rows);
    expect(held.rows.length).toBeGreaterThan(0);
    const late = wait(5_000, undefined).then(() => Promise.reject(new Error('it waits')));
    return Promise.race([work(), late]);
  });
}

async function leaver() {
  const someone = person();
  const made = await server.client.signUp(someone);
  const { password } = someone;
  return { ...made, leave: () => made.client.delete('/user', { password }) };
}

const isGone = async (id: string) =>
  (await server.services.db.select().from(users).where(eq(users.id, id)))[0]?.deletedAt != null;

it('whoever is no admin leaves without waiting for the admins', async () => {
  const { leave, user } = await leaver();
  const reply = await whileHeld(sql`select id from users where role = 'admin' for update`, leave);
  expect(reply.status).toBe(200);
  expect(await isGone(user.id)).toBe(true);
});

it('the jobs are read once nobody is held any more', async () => {
  const { db } = server.services;
  const { leave, user } = await leaver();
  const error = JSON.stringify({ message: `550 no such user ${user.email}` });
  await db.execute(sql`insert into pgboss.job (name, state, output)
    values ('send-email', 'failed', ${error}::jsonb)`);
  const jobs = sql`select id from pgboss.job where output::text like ${`%${user.email}%`}`;
  const left = await whileHeld(sql`${jobs} for update`, async () => {
    const leaving = leave();
    await expect.poll(() => isGone(user.id), { timeout: 4_000 }).toBe(true);
    return { leaving };
  });
  expect((await left.leaving).status).toBe(200);
  expect((await db.execute(jobs)).rows).toEqual([]);
});

it.each([
  ['a deactivation', (id: string) => admin.put(`/admin/users/${id}/status`, { isActive: false })],
  ['a trial that is allowed', (id: string) => admin.post(`/admin/users/${id}/trial`)],
  [
    'a look at what they see',
    (id: string) => admin.post(`/admin/users/${id}/view`, { reason: 'A call about a payment.' }),
  ],
])('%s is done again where PostgreSQL ended it for a deadlock', async (_, act) => {
  const { db } = server.services;
  const { user } = await server.client.newUser();
  const acted = await db.transaction(async (transaction) => {
    // Whoever waits here waits longer, so that it is the act that is ended.
    await transaction.execute(sql`set local deadlock_timeout = '1min'`);
    await transaction.execute(sql`lock table audit_log in share mode`);
    const reply = act(user.id);
    const isWaiting = async () =>
      (
        await db.execute(
          sql`select from pg_locks where not granted and relation = 'audit_log'::regclass`,
        )
      ).rows.length;
    await expect.poll(isWaiting, { interval: 20 }).toBe(1);
    await transaction.execute(sql`select from users where id = ${user.id} for update`);
    return { reply };
  });
  expect((await acted.reply).status).toBe(200);
});
