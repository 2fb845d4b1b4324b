import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, emailChanges, emailLinks, outgoingEmails } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { another, asksForAnother, mailedToken, subjects } from '../../testing/email-change.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';
import { sendChangeLink, sendUndoLink } from './email-change-mails.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const password = 'Retina-2026';
const over =
  'This link has expired, was used or was taken back. Log in to see which email your account has.';
const undoOver = 'This link has expired or was used already. If you do not know why, write to us.';

const confirm = (key: string) => server.client.post('/confirm-email', { token: key });
const undo = (key: string) => server.client.post('/undo-email', { token: key });
const emailOf = async (client: Client) => (await client.get('/user/email')).body.data;

const token = (email: string, kind: keyof typeof subjects) => mailedToken(mailbox, email, kind);
const whoAsks = () => asksForAnother(server.client, mailbox, password);

describe('another e-mail', () => {
  it('is the account’s once its link is used, and both e-mails are told', async () => {
    const { client, user } = await server.client.newUser({ password });
    await subscribe(client, 'portfolio', 'monthly');
    const email = another();
    const wrong = await client.post('/user/email', { email, password: 'Wrong-2026' });
    expect([wrong.status, wrong.body.data.fields.password]).toEqual([
      ...[422, 'This password is not correct'],
    ]);
    const reply = await client.post('/user/email', { email, password });
    expect(reply.body.message).toBe(
      'We sent a link to your new email. Nothing changes until you press its button.',
    );
    expect(await emailOf(client)).toMatchObject({ email: user.email, pending: { email } });
    const key = await token(email, 'change');
    const warning = await untilMail(mailbox, user.email, subjects.undo);
    expect(warning.text).toMatch(/When: \d+ [A-Z]\w+ 20\d\d, \d\d:\d\d\nDevice: Unknown device/);
    expect(warning.text + warning.html).not.toContain(email);
    const { db, stripe } = server.services;
    const kept = JSON.stringify([
      await db.select().from(emailLinks),
      (await db.execute(sql`select data, output from pgboss.job`)).rows,
    ]);
    expect(kept).not.toContain(key);
    expect(server.logged.join()).not.toContain(key);

    const replies = await Promise.all([confirm(key), confirm(key)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body.error).toBe(over);
    expect(await emailOf(client)).toEqual({ email, email_verified: true, pending: null });
    const told = await untilMail(mailbox, email, subjects.changed);
    expect(told.text).not.toContain('logged out');
    await untilMail(mailbox, user.email, subjects.changed);
    expect((await server.client.post('/login', { email: user.email, password })).status).toBe(401);
    expect((await server.client.logIn(email, password)).user.id).toBe(user.id);
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
    const actions = entries.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['email.asked', 'email.changed']));
    const atStripe = async () =>
      (await stripe.customers.list({ email, limit: 1 })).data.map(({ metadata }) => metadata);
    await expect
      .poll(atStripe, { timeout: 15_000 })
      .toEqual([expect.objectContaining({ user_id: user.id })]);
  });

  it('is refused where it is the same, or somebody’s, however it is written', async () => {
    const { client, user } = await server.client.newUser({ password });
    const taken = await server.client.newUser({ email: `istanbul.${Date.now()}@hospital.test` });
    const ask = (email: string) => client.post('/user/email', { email, password });
    const same = await ask(user.email);
    expect([same.status, same.body.data.fields.email]).toEqual([
      ...[422, 'This is the email of your account already'],
    ]);
    const spelled = taken.user.email.replace('istanbul', 'ISTANBUL');
    expect([(await ask(spelled)).status, (await ask('nobody')).status]).toEqual([409, 422]);
    // A letter that is its own: no two accounts are taken for one, and it goes the whole way.
    const dotted = `İ${another()}`;
    expect((await ask(dotted)).status).toBe(200);
    expect((await confirm(await token(dotted, 'change'))).status).toBe(200);
    expect((await emailOf(client)).email).toBe(dotted);
    expect((await server.client.logIn(dotted, password)).user.id).toBe(user.id);
  });

  it('is not taken from who took it meanwhile, who may give it up again', async () => {
    const { client, user, email, keys } = await whoAsks();
    const other = await server.client.newUser({ email: email.toUpperCase() });
    const refused = await confirm(keys.change);
    expect([refused.status, refused.body.error]).toEqual([
      ...[409, 'An account with this email already exists.'],
    ]);
    expect((await emailOf(client)).email).toBe(user.email);
    const admin = await server.admin();
    await admin.put(`/admin/users/${other.user.id}`, { email: another() });
    expect((await confirm(keys.change)).status).toBe(200);
  });

  it('takes the place of one that was asked for before, and is taken back by its owner', async () => {
    const { client, user, email, keys } = await whoAsks();
    const others = [another(), another()];
    const both = await Promise.all(
      others.map((to) => client.post('/user/email', { email: to, password })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await confirm(keys.change)).status).toBe(400);
    const { pending } = await emailOf(client);
    expect(others).toContain(pending.email);
    const key = await token(pending.email, 'change');
    expect((await client.delete('/user/email')).body.message).toBe(
      'The change of your email was taken back',
    );
    expect((await confirm(key)).status).toBe(400);
    expect(await emailOf(client)).toMatchObject({ email: user.email, pending: null });
    expect((await server.client.logIn(user.email, password)).user.email).not.toBe(email);
  });

  it('sends what waits to it, but for warnings', async () => {
    const { user, email, keys } = await whoAsks();
    const { db } = server.services;
    const mail = { recipient: user.email, content: {} };
    await db.insert(outgoingEmails).values([
      { ...mail, cause: `one:${user.id}`, template: 'welcome' },
      { ...mail, cause: `two:${user.id}`, template: 'password-changed' },
    ]);
    await confirm(keys.change);
    const of = async (cause: string) =>
      (await db.select().from(outgoingEmails).where(eq(outgoingEmails.cause, cause)))[0];
    expect((await of(`one:${user.id}`))?.recipient).toBe(email);
    expect((await of(`two:${user.id}`))?.recipient).toBe(user.email);
    const mine = eq(outgoingEmails.content, {});
    await db.delete(outgoingEmails).where(mine);
  });
});

describe('undoing', () => {
  it('gives the e-mail before back, ends every session, and tells both', async () => {
    const { client, user, email, keys } = await whoAsks();
    await confirm(keys.change);
    const later = await token(user.email, 'changed');
    const reply = await undo(keys.undo);
    expect(reply.body.message).toBe(
      'Your email is as it was before, and all devices were logged out',
    );
    expect((await client.get('/user')).status).toBe(401);
    expect((await undo(keys.undo)).body.error).toBe(undoOver);
    expect((await undo(later)).status).toBe(400);
    await untilMail(mailbox, user.email, subjects.restored);
    const farewells = async () =>
      (await arrived(mailbox, email)).filter(({ text }) => text.includes('logged out'));
    await expect.poll(async () => (await farewells()).length, { timeout: 15_000 }).toBe(1);
    const back = await server.client.logIn(user.email, password);
    expect(back.user).toMatchObject({ id: user.id, email_verified: true });
    expect((await server.client.post('/login', { email, password })).status).toBe(401);
  });

  it('takes a change back that was not confirmed', async () => {
    const { client, user, keys } = await whoAsks();
    expect((await undo(keys.undo)).status).toBe(200);
    expect((await confirm(keys.change)).body.error).toBe(over);
    expect((await client.get('/user')).status).toBe(401);
    expect((await server.client.logIn(user.email, password)).user.id).toBe(user.id);
  });

  it('works from the first e-mail also after the one in its place was left', async () => {
    const { client, user, keys, email } = await whoAsks();
    await confirm(keys.change);
    const second = another();
    await client.post('/user/email', { email: second, password });
    await confirm(await token(second, 'change'));
    const between = await token(email, 'undo');
    expect((await undo(keys.undo)).status).toBe(200);
    expect((await undo(between)).status).toBe(400);
    expect((await server.client.logIn(user.email, password)).user.id).toBe(user.id);
  });
});

describe('the links', () => {
  it.each([
    [
      'when their time is over',
      ({ id }: { id: string }) =>
        server.services.db
          .update(emailLinks)
          .set({ expiresAt: sql`now()` })
          .where(eq(emailLinks.userId, id)),
    ],
    [
      'after an admin has set another e-mail',
      async ({ id }: { id: string }) =>
        (await server.admin()).put(`/admin/users/${id}`, { email: another() }),
    ],
    [
      'of an account that was deactivated',
      async ({ id }: { id: string }) =>
        (await server.admin()).put(`/admin/users/${id}/status`, { isActive: false }),
    ],
    [
      'of an account that was deleted',
      async ({ id }: { id: string }) => (await server.admin()).delete(`/admin/users/${id}`),
    ],
  ])('are void %s', async (_when, act) => {
    const { user, email, keys } = await whoAsks();
    await act(user);
    expect([(await confirm(keys.change)).status, (await undo(keys.undo)).status]).toEqual([
      400, 400,
    ]);
    expect((await server.client.post('/login', { email, password })).status).toBe(401);
  });

  it('wait in vain once the password is another one', async () => {
    const { user, keys } = await whoAsks();
    const { client, keys: others } = await whoAsks();
    await server.client.post('/reset-password', { email: user.email });
    const { text } = await untilMail(mailbox, user.email, 'Reset your password');
    const resetToken = /resetKey=([\w-]+)/.exec(text)?.[1];
    const newPassword = 'Cornea-2026!';
    await server.client.post('/update-password', { resetToken, newPassword });
    await client.post('/user/password', { currentPassword: password, newPassword });
    expect((await confirm(keys.change)).status).toBe(400);
    expect((await confirm(others.change)).status).toBe(400);
  });

  it('are made for no change that was taken back meanwhile', async () => {
    const { client, user, keys } = await whoAsks();
    const { db } = server.services;
    const [change] = await db.select().from(emailChanges).where(eq(emailChanges.userId, user.id));
    await client.delete('/user/email');
    const count = (await arrived(mailbox)).length;
    const again = { changeId: change?.id ?? '', requestId: 'again' };
    await sendChangeLink(server.services, again);
    const occasion = { at: new Date().toISOString(), device: 'Unknown device' };
    await sendUndoLink(server.services, { ...again, isDone: false, occasion });
    expect((await arrived(mailbox)).length).toBe(count);
    expect((await undo(keys.undo)).status).toBe(400);
  });
});
