import { and, eq, isNotNull } from 'drizzle-orm';
import { startMailCatcher } from 'mail-catcher';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingEmails } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { arrived, untilMail } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Awaited<ReturnType<typeof startMailCatcher>>;
let admin: Client;
beforeAll(async () => {
  mailbox = await startMailCatcher({ webPort: 0, smtpPort: 0 });
  server = await startTestServer({ SMTP_URL: mailbox.smtpUrl });
  admin = await server.admin();
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

it('voids the links that were sent to an e-mail that is corrected', async () => {
  const email = 'mistyped@hospital.test';
  const made = { first_name: 'Ngozi', last_name: 'Bello', email };
  const { id } = (await admin.post('/admin/users', made)).body.data;
  const mail = await untilMail(mailbox, email, 'Your account at');
  const resetToken = /resetKey=([\w-]+)/.exec(mail.text)?.[1];
  await admin.put(`/admin/users/${id}`, { email: 'as.it.is.written@hospital.test' });
  const set = { resetToken, newPassword: 'Cornea-2026!' };
  expect((await server.client.post('/update-password', set)).status).toBe(400);
});

it('forgets the e-mail before, also in the mails that were sent to it', async () => {
  const { user } = await server.client.signUp();
  const { db } = server.services;
  const sent = and(eq(outgoingEmails.recipient, user.email), isNotNull(outgoingEmails.sentAt));
  await expect.poll(() => db.$count(outgoingEmails, sent), { timeout: 15_000 }).toBe(1);
  const email = 'another.priya@hospital.test';
  expect((await admin.put(`/admin/users/${user.id}`, { email })).status).toBe(200);
  expect(await db.$count(outgoingEmails, sent)).toBe(0);
});

it('sends what still waits to the new e-mail', async () => {
  const { user } = await server.client.signUp();
  const { db, mails } = server.services;
  const cause = `waiting:${user.id}`;
  const mail = { cause, template: 'password-changed', content: { firstName: 'Priya' } };
  await db.insert(outgoingEmails).values({ ...mail, recipient: user.email });
  const email = 'priya.once.more@hospital.test';
  expect((await admin.put(`/admin/users/${user.id}`, { email })).status).toBe(200);
  await mails.send(cause);
  expect(await arrived(mailbox, email)).toHaveLength(1);
});
