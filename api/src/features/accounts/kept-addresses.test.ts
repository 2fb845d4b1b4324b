import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { emailLinks } from '../../db/schema.ts';
import { type Client, person } from '../../testing/client.ts';
import { another, asksForAnother, mailedToken } from '../../testing/email-change.ts';
import { type Mailbox, startServerWithMailbox } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
  admin = await server.admin();
});
afterAll(() => server.close());

const password = 'Retina-2026';
const whoAsks = () => asksForAnother(server.client, mailbox, password);
const confirm = (key: string) => server.client.post('/confirm-email', { token: key });
const undo = (key: string) => server.client.post('/undo-email', { token: key });
const register = (email: string) => server.client.post('/register', person({ email }));

const taken = 'An account with this email already exists.';

it('an e-mail that was left is kept for its owner as long as the link to undo that works', async () => {
  const { client, user, keys } = await whoAsks();
  const stranger = await server.client.newUser({ password });
  expect((await confirm(keys.change)).status).toBe(200);
  const spelled = user.email.toUpperCase();
  const names = { first_name: 'Ngozi', last_name: 'Bello' };
  const replies = [
    await register(spelled),
    await stranger.client.post('/user/email', { email: spelled, password }),
    await admin.post('/admin/users', { ...names, email: spelled }),
    await admin.put(`/admin/users/${stranger.user.id}`, { email: spelled }),
  ];
  expect(replies.map(({ status, body }) => [status, body.data.fields.email])).toEqual([
    [409, `${taken} Log in or use another email.`],
    ...[1, 2, 3].map(() => [409, taken]),
  ]);
  expect((await stranger.client.get('/user')).body.data.email).toBe(stranger.user.email);
  expect((await undo(keys.undo)).status).toBe(200);
  expect((await client.get('/user')).status).toBe(401);
  expect((await server.client.logIn(user.email, password)).user.id).toBe(user.id);
});

it('it is free for its owner at once, and for all others once the link is over', async () => {
  const { client, user, email, keys } = await whoAsks();
  await confirm(keys.change);
  expect((await client.post('/user/email', { email: user.email, password })).status).toBe(200);
  const key = await mailedToken(mailbox, user.email, 'change');
  expect((await confirm(key)).status).toBe(200);
  expect((await register(email)).status).toBe(409);
  // The links that keep it are made as it is done, and with the mails that it was asked and done, in any order.
  const { db } = server.services;
  const keeping = and(eq(emailLinks.email, email), eq(emailLinks.purpose, 'undo'));
  await expect.poll(() => db.$count(emailLinks, keeping)).toBe(3);
  await db.update(emailLinks).set({ expiresAt: sql`now()` }).where(eq(emailLinks.userId, user.id));
  expect((await register(email)).status).toBe(201);
});

it('nobody takes it by a link from before', async () => {
  const early = await whoAsks();
  const { client, user } = await server.client.newUser({ email: early.email, password });
  const email = another();
  await client.post('/user/email', { email, password });
  expect((await confirm(await mailedToken(mailbox, email, 'change'))).status).toBe(200);
  const refused = await confirm(early.keys.change);
  expect([refused.status, refused.body.error]).toEqual([409, taken]);
  const key = await mailedToken(mailbox, user.email, 'undo');
  expect((await undo(key)).status).toBe(200);
});

it('it is kept before the link is made, too, and whoever comes in that moment does not get it', async () => {
  const { user, keys } = await whoAsks();
  const { db, jobs } = server.services;
  await db.delete(emailLinks).where(sql`${emailLinks.userId} = ${user.id} and purpose = 'undo'`);
  const enqueue = jobs.enqueue.bind(jobs);
  const slow = vi.spyOn(jobs, 'enqueue').mockImplementation(async (transaction, name, data) => {
    if (name !== 'send-email-undo') await enqueue(transaction, name, data);
  });
  const [made, ...replies] = await Promise.all([
    confirm(keys.change),
    ...[1, 2, 3, 4].map(() => register(user.email)),
  ]);
  slow.mockRestore();
  expect([made.status, ...replies.map(({ status }) => status)]).toEqual([200, 409, 409, 409, 409]);
});
