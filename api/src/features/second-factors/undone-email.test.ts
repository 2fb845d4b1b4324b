import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  auditLog,
  authenticatorApps,
  emailChanges,
  passkeys,
  recoveryCodes,
  users,
} from '../../db/schema.ts';
import { asksForAnother, subjects } from '../../testing/email-change.ts';
import { type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import { addPasskey, logInWith, setUpApp, unusedCode } from '../../testing/second-factor.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const password = 'Retina-2026';
const hour = 3_600_000;

/** Somebody who has asked for another e-mail, so many hours ago. */
async function whoAsked(hours: number) {
  const asked = await asksForAnother(server.client, mailbox, password);
  const createdAt = new Date(Date.now() - hours * hour);
  await server.services.db
    .update(emailChanges)
    .set({ createdAt })
    .where(eq(emailChanges.userId, asked.user.id));
  return asked;
}

/** Makes what somebody has by now so many hours old. */
async function age(userId: string, hours: number): Promise<void> {
  const { db } = server.services;
  const createdAt = new Date(Date.now() - hours * hour);
  const apps = eq(authenticatorApps.userId, userId);
  await db.update(authenticatorApps).set({ createdAt, confirmedAt: createdAt }).where(apps);
  await db.update(passkeys).set({ createdAt }).where(eq(passkeys.userId, userId));
  await db.update(recoveryCodes).set({ createdAt }).where(eq(recoveryCodes.userId, userId));
}

const undo = (token: string) => server.client.post('/undo-email', { token });

it('undoing removes what was added since three days before, and keeps what is older', async () => {
  const { client, user, keys } = await whoAsked(10);
  const app = await setUpApp(client);
  await addPasskey(server, client);
  await age(user.id, 83);
  await addPasskey(server, client);
  const later = await setUpApp(client);
  await age(user.id, 81);
  const { db } = server.services;
  const isOld = eq(authenticatorApps.id, app.id);
  const long = new Date(Date.now() - 83 * hour);
  await db.update(authenticatorApps).set({ confirmedAt: long }).where(isOld);
  const [first] = await db.select().from(passkeys).where(eq(passkeys.userId, user.id));
  await db
    .update(passkeys)
    .set({ createdAt: long })
    .where(eq(passkeys.id, first?.id ?? ''));
  expect((await undo(keys.undo)).status).toBe(200);
  const half = { email: user.email, password };
  expect((await logInWith(server.client, half, later.firstCode)).status).toBe(401);
  const back = await logInWith(server.client, half, await unusedCode(server, app));
  expect(back.status).toBe(200);
  const mine = server.client.withToken(back.body.data.token);
  const { body } = await mine.get('/user/second-factors');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([app.id, first?.id]);
  expect(body.recovery_codes_left).toBe(0);
  const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
  const removed = entries.filter(({ action }) => action === 'factor.removed');
  expect(removed.map(({ detail }) => detail)).toEqual([
    'app, as its email was kept',
    'passkey, as its email was kept',
  ]);
  const { text } = await untilMail(mailbox, user.email, subjects.restored);
  expect(text).toContain('added since three days before the change was asked for were removed');
});

it('whoever had none logs in with the password alone again', async () => {
  const { client, user, keys } = await whoAsked(0);
  const { status } = await server.client.post('/confirm-email', { token: keys.change });
  expect(status).toBe(200);
  await setUpApp(client);
  await addPasskey(server, client);
  expect((await undo(keys.undo)).status).toBe(200);
  expect((await server.client.logIn(user.email, password)).user.id).toBe(user.id);
});

it('the codes of an owner who adds none stay', async () => {
  const { client, user, keys } = await whoAsked(0);
  const app = await setUpApp(client);
  await age(user.id, 73);
  await addPasskey(server, client);
  expect((await undo(keys.undo)).status).toBe(200);
  const code = app.recoveryCodes[0] ?? '';
  const back = await logInWith(server.client, { email: user.email, password }, code);
  expect(back.status).toBe(200);
});

const unconfirm = (id: string, role: 'user' | 'admin' = 'user') =>
  server.services.db.update(users).set({ emailVerifiedAt: null, role }).where(eq(users.id, id));

it.each(['waits', 'was made'])(
  'whoever registers the e-mail of another keeps no factor once the change that %s is undone',
  async (state) => {
    const { client, user, keys } = await whoAsked(10);
    await unconfirm(user.id);
    await setUpApp(client);
    await addPasskey(server, client);
    await age(user.id, 500);
    if (state === 'was made') await server.client.post('/confirm-email', { token: keys.change });
    expect((await undo(keys.undo)).status).toBe(200);
    expect((await server.client.logIn(user.email, password)).user.id).toBe(user.id);
    const { text } = await untilMail(mailbox, user.email, subjects.restored);
    expect(text).toContain('nobody had shown before that this email is theirs');
  },
);

it.each(['shown to be theirs meanwhile', "an admin's"])(
  'older factors stay where the e-mail was %s',
  async (whose) => {
    const { client, user, keys } = await whoAsked(10);
    await unconfirm(user.id, whose === "an admin's" ? 'admin' : 'user');
    const app = await setUpApp(client);
    await age(user.id, 500);
    if (whose !== "an admin's") {
      const emailVerifiedAt = new Date();
      await server.services.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, user.id));
      await server.client.post('/confirm-email', { token: keys.change });
    }
    expect((await undo(keys.undo)).status).toBe(200);
    const code = await unusedCode(server, app);
    const back = await logInWith(server.client, { email: user.email, password }, code);
    expect(back.status).toBe(200);
  },
);
