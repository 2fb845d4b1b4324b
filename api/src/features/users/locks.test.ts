import { setTimeout as wait } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../db/client.ts';
import { outgoingEmails, users } from '../../db/schema.ts';
import { markEmailSent } from '../../emails/repository.ts';
import { type Client, person } from '../../testing/client.ts';
import { untilWait } from '../../testing/held-until-one-waits.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/**
 * Does something while another transaction holds rows; fails where that waits for them, of which the product tells
 * after five seconds.
 */
async function whileHeld<T>(rows: SQL, work: () => Promise<T>): Promise<T> {
  return server.services.db.transaction(async (transaction) => {
    const held = await transaction.execute(rows);
    expect(held.rows.length).toBeGreaterThan(0);
    const late = wait(20_000, undefined, { ref: false });
    const waits = late.then(() => Promise.reject(new Error('it waits')));
    return Promise.race([work(), waits]);
  });
}

/** How many wait for a lock for so long. */
async function waitsFor(db: Db, ms: number): Promise<number> {
  const { rows } = await db.execute(sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and state_change < clock_timestamp() - ${`${ms} ms`}::interval`);
  return rows.length;
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
    await expect.poll(() => isGone(user.id)).toBe(true);
    return { leaving };
  });
  expect((await left.leaving).status).toBe(200);
  expect((await db.execute(jobs)).rows).toEqual([]);
});

it('a job that names an e-mail which ends like the one that is gone stays', async () => {
  const { db, jobs } = server.services;
  const { user } = await server.client.newUser();
  const [own, other] = [user.email, `j.${user.email}`];
  const waits = (email: string) => sql`('send-reset-link', 'retry'::pgboss.job_state,
    now() + interval '1 hour', ${JSON.stringify({ version: 1, email })}::jsonb, null)`;
  const failed = (email: string) => sql`('send-email', 'failed'::pgboss.job_state, now(), null,
    ${JSON.stringify({ message: `550 <${email}>: no such user` })}::jsonb)`;
  await db.execute(sql`insert into pgboss.job (name, state, start_after, data, output) values
    ${waits(own)}, ${waits(other)}, ${failed(own)}, ${failed(other)}`);
  await jobs.forgetAddressesOf([own.toUpperCase()]);
  const { rows } = await db.execute(sql`select name from pgboss.job
    where concat(data, output) like ${`%${own}%`} order by name`);
  expect(rows).toEqual([{ name: 'send-email' }, { name: 'send-reset-link' }]);
});

it('a mail that goes out while its receiver is erased keeps no address', async () => {
  const { db } = server.services;
  const { leave, user } = await leaver();
  const cause = `welcome:${user.id}:again`;
  await db
    .insert(outgoingEmails)
    .values({ cause, template: 'welcome', recipient: user.email, content: {} });
  // The leaver is held when it comes to the session, and waits for that one for longer once it is not tried briefly.
  const session = sql`select id from sessions where user_id = ${user.id} for update`;
  const { all } = await whileHeld(session, async () => {
    const leaving = leave();
    await expect.poll(() => waitsFor(db, 300)).toBe(1);
    const marking = markEmailSent(db, cause, user.email);
    await untilWait(db, 2);
    return { all: Promise.all([leaving, marking]) };
  });
  expect((await all)[0].status).toBe(200);
  const [mail] = await db.select().from(outgoingEmails).where(eq(outgoingEmails.cause, cause));
  expect(mail).toMatchObject({ recipient: '', sentAt: expect.any(Date) });
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
