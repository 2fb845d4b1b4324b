import { setTimeout as wait } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.admin();
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
