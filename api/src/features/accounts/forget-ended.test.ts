import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  emailChanges,
  emailLinks,
  outgoingEmails,
  passwordResets,
  sessions,
} from '../../db/schema.ts';
import { jobHandlers } from '../../jobs/handlers.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('sessions and mailed links that have ended are deleted, those that run stay', async () => {
  const { db } = server.services;
  const running = await server.client.newUser();
  const ended = await server.client.newUser();
  const userIds = [running.user.id, ended.user.id];
  await db.insert(passwordResets).values(
    userIds.map((userId) => ({
      keyHash: userId,
      userId,
      expiresAt: new Date(Date.now() + 60_000),
    })),
  );
  await db.insert(emailLinks).values(
    [running.user, ended.user].map(({ id, email }) => ({
      ...{ keyHash: id, userId: id, purpose: 'verify' as const, email, emailKey: email },
      expiresAt: new Date(Date.now() + 60_000),
    })),
  );
  await db.insert(emailChanges).values(
    [running.user, ended.user].map(({ id, email }) => ({
      ...{ id, userId: id, emailBefore: email, email: `new.${email}` },
      expiresAt: new Date(Date.now() + 60_000),
    })),
  );
  const over = { expiresAt: new Date(Date.now() - 1_000) };
  await db.update(sessions).set(over).where(eq(sessions.userId, ended.user.id));
  await db.update(passwordResets).set(over).where(eq(passwordResets.userId, ended.user.id));
  await db.update(emailChanges).set(over).where(eq(emailChanges.userId, ended.user.id));
  await db.update(emailLinks).set(over).where(eq(emailLinks.userId, ended.user.id));

  await jobHandlers(server.services)['forget-ended']({});

  const left = {
    sessions: await db.select().from(sessions),
    resets: await db.select().from(passwordResets),
    changes: await db.select().from(emailChanges),
    links: await db.select().from(emailLinks),
  };
  expect(new Set(left.sessions.map(({ userId }) => userId))).toEqual(new Set([running.user.id]));
  expect(left.resets.map(({ userId }) => userId)).toEqual([running.user.id]);
  expect(left.changes.map(({ userId }) => userId)).toEqual([running.user.id]);
  expect(left.links.map(({ userId }) => userId)).toEqual([running.user.id]);
  expect((await running.client.get('/user')).status).toBe(200);
});

it("a mail that could not be sent for a week is forgotten, if its address is nobody's any more", async () => {
  const { db } = server.services;
  const { user } = await server.client.newUser();
  const queued = (cause: string, recipient: string, days: number) => ({
    ...{ cause, recipient, template: 'welcome', content: { firstName: 'Philomena' } },
    createdAt: new Date(Date.now() - days * 86_400_000),
  });
  await db
    .insert(outgoingEmails)
    .values([
      queued('old', 'gone@hospital.test', 8),
      queued('new', 'gone@hospital.test', 6),
      queued('known', user.email, 8),
    ]);

  await jobHandlers(server.services)['forget-ended']({});

  const left = await db.select().from(outgoingEmails);
  const named = left.filter(
    ({ recipient, content }) => recipient || 'firstName' in Object(content),
  );
  expect(named.map(({ cause }) => cause).toSorted()).toEqual(['known', 'new']);
});

it('jobs that are done or have given up name nobody', async () => {
  const { db } = server.services;
  const email = 'job.of@hospital.test';
  await server.client.post('/reset-password', { email });
  const ofJob = sql`select state, data, output from pgboss.job where name = 'send-reset-link'`;
  const states = async () =>
    (await db.execute<{ state: string }>(ofJob)).rows.map(({ state }) => state);
  await expect.poll(states, { timeout: 15_000 }).toContain('completed');
  const output = JSON.stringify({ message: `550 <${email}> \n${email} \u001b${email} "é"` });
  await db.execute(sql`update pgboss.job set output = ${output}::jsonb
    where name = 'send-reset-link' and state = 'completed'`);

  await jobHandlers(server.services)['forget-ended']({});

  const kept = JSON.stringify((await db.execute(ofJob)).rows);
  expect(kept).not.toContain('job.of');
  expect(kept).toContain('550 <[email]>');
});
