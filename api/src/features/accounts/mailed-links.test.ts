import { afterAll, beforeAll, expect, it } from 'vitest';
import { asksForAnother, subjects } from '../../testing/email-change.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const password = 'Retina-2026';
const subjectsTo = async (email: string) =>
  (await arrived(mailbox, email)).map(({ subject }) => subject).toSorted();

it('a link to set a password leaves the password as it is until it is used', async () => {
  const { user } = await server.client.newUser({ password });
  await server.client.post('/reset-password', { email: user.email });
  const { text } = await untilMail(mailbox, user.email, 'Reset your password');
  expect(text).toContain('your password stays as it is');
  expect((await server.client.logIn(user.email, password)).user.id).toBe(user.id);
});

it('whose account was made for them has another link by Forgot Password, without a password yet', async () => {
  const email = 'made.by.an.admin@hospital.test';
  const made = { first_name: 'Ngozi', last_name: 'Bello', email };
  expect((await (await server.admin()).post('/admin/users', made)).status).toBe(201);
  const { text } = await untilMail(mailbox, email, 'Your account at');
  expect(text).toContain('choose Forgot Password on the login page');
  await server.client.post('/reset-password', { email });
  const again = await untilMail(mailbox, email, 'Reset your password');
  const resetToken = /resetKey=([\w-]+)/.exec(again.text)?.[1];
  const set = { resetToken, newPassword: 'Cornea-2026!' };
  expect((await server.client.post('/update-password', set)).status).toBe(200);
  await server.client.logIn(email, 'Cornea-2026!');
});

it('whoever has another email is told of what comes later there alone, and nothing more goes to the one before', async () => {
  const { client, user, email, keys } = await asksForAnother(server.client, mailbox, password);
  await server.client.post('/confirm-email', { token: keys.change });
  const farewell = await untilMail(mailbox, user.email, subjects.changed);
  expect(farewell.text).toContain('From now on nothing more is sent to this address.');
  const before = await subjectsTo(user.email);
  const newPassword = 'Cornea-2026!';
  await client.post('/user/password', { currentPassword: password, newPassword });
  await server.client.post('/reset-password', { email });
  await server.client.post('/reset-password', { email: user.email });
  await client.post('/user/export');
  for (const subject of ['Your password was changed', 'Reset your password', 'The copy of your']) {
    await untilMail(mailbox, email, subject);
  }
  await client.delete('/user', { password: newPassword });
  await untilMail(mailbox, email, 'Your account was deleted');
  expect(await subjectsTo(user.email)).toEqual(before);
});
