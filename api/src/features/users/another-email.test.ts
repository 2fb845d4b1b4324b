import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingEmails } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
  admin = await server.admin();
});
afterAll(() => server.close());

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
  const waited = (await arrived(mailbox, email)).filter(
    ({ subject }) => subject === 'Your password was changed',
  );
  expect(waited).toHaveLength(1);
});

it('ends every session, and tells both e-mails, but not the one before of the new one', async () => {
  const { client, user } = await server.client.newUser();
  // The same one in capitals is no other.
  const spelled = user.email.replace('priya', 'PRIYA');
  expect((await admin.put(`/admin/users/${user.id}`, { email: spelled })).status).toBe(200);
  expect((await client.get('/user')).status).toBe(200);
  const email = 'priya.at.last@hospital.test';
  expect((await admin.put(`/admin/users/${user.id}`, { email })).status).toBe(200);
  expect((await client.get('/user')).status).toBe(401);
  const subject = 'The email of your account was changed';
  const [told, toldBefore] = [
    await untilMail(mailbox, email, subject),
    await untilMail(mailbox, spelled, subject),
  ];
  expect(told.text).toContain('This is the email of your account now.');
  expect(toldBefore.text).toContain('From now on nothing more is sent to this address.');
  expect(toldBefore.text + toldBefore.html).not.toContain(email);
});

it('of a new admin all admins are told, however they became one', async () => {
  const admins = () => arrived(mailbox, 'admin@hospital.test');
  const told = async () =>
    (await admins()).filter((mail) => mail.subject === 'There is a new admin');
  const { user } = await server.client.newUser();
  const put = (change: object) => admin.put(`/admin/users/${user.id}`, change);
  await put({ role: 'admin' });
  await expect.poll(async () => (await told()).length, { timeout: 15_000 }).toBe(1);
  const [mail] = await told();
  expect(mail?.text).toContain(`Email: ${user.email}`);
  expect(mail?.text).toContain('Given by: Amara Osei (admin@hospital.test)');
  await untilMail(mailbox, user.email, 'There is a new admin');
  // Neither this nor a name makes an admin; to let one in again does.
  await put({ first_name: 'Priyanka' });
  await put({ isActive: false });
  await put({ isActive: true });
  await expect.poll(async () => (await told()).length, { timeout: 15_000 }).toBe(2);
  const made = { first_name: 'Ngozi', last_name: 'Bello', email: 'ngozi@hospital.test' };
  await admin.post('/admin/users', { ...made, role: 'admin' });
  await expect.poll(async () => (await told()).length, { timeout: 15_000 }).toBe(3);
});
