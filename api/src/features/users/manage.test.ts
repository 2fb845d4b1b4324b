import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, payments, users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';
import { sandboxState, subscribe } from '../../testing/subscriber.ts';

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
  admin = await server.admin();
});
afterAll(() => server.close());

async function newAdmin() {
  const made = await server.client.newUser();
  const { db } = server.services;
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, made.user.id));
  return made;
}

async function actionsOn(target: string): Promise<string[]> {
  const { db } = server.services;
  const entries = await db.select().from(auditLog).where(eq(auditLog.target, target));
  return entries.map(({ action }) => action);
}

describe('one user', () => {
  it('is shown to admins, without the password', async () => {
    const { user } = await server.client.newUser();
    const { status, body } = await admin.get(`/admin/users/${user.id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      role: 'user',
      isActive: true,
      created_at: user.created_at,
    });
  });
});

describe('a user made by an admin', () => {
  it('sets the password with the link in the mail', async () => {
    const email = 'new.registrar@hospital.test';
    const made = { first_name: 'Ngozi', last_name: 'Bello', email, role: 'user' };
    const { status, body } = await admin.post('/admin/users', made);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ ...made, isActive: true });
    const mail = await untilMail(mailbox, email, 'Your account at');
    const resetToken = /resetKey=([\w-]+)/.exec(mail.text)?.[1];
    const set = { resetToken, newPassword: 'Cornea-2026!' };
    expect((await server.client.post('/update-password', set)).status).toBe(200);
    await server.client.logIn(email, 'Cornea-2026!');
    expect(await actionsOn(body.data.id)).toEqual(['user.created']);
  });

  it('may be an admin, which is on record as such', async () => {
    const made = { first_name: 'Ngozi', last_name: 'Bello', email: 'ngozi.admin@hospital.test' };
    const { body } = await admin.post('/admin/users', { ...made, role: 'admin' });
    expect(body.data.role).toBe('admin');
    expect(await actionsOn(body.data.id)).toEqual(['user.created', 'user.promoted']);
  });

  it('is refused with a taken e-mail, an unknown field or a wrong role', async () => {
    const { user } = await server.client.newUser();
    const body = { first_name: 'Ngozi', last_name: 'Bello', email: user.email.toUpperCase() };
    const taken = await admin.post('/admin/users', body);
    expect([taken.status, taken.body.error]).toEqual([
      409,
      'An account with this email already exists.',
    ]);
    expect(
      (await admin.post('/admin/users', { ...body, email: 'x@y.zz', role: 'owner' })).status,
    ).toBe(422);
    expect((await admin.post('/admin/users', { ...body, is_active: true })).status).toBe(422);
  });
});

describe('changing a user', () => {
  it('makes an admin and takes that back, at once and on record', async () => {
    const { client, user } = await server.client.newUser();
    const path = `/admin/users/${user.id}`;
    expect((await admin.put(path, { role: 'admin' })).body.data.role).toBe('admin');
    expect((await client.get('/admin/users')).status).toBe(200);
    expect((await admin.put(path, { role: 'user' })).status).toBe(200);
    expect((await client.get('/admin/users')).status).toBe(403);
    expect(await actionsOn(user.id)).toEqual(['user.promoted', 'user.demoted']);
  });

  it.each(['first_name', 'last_name', 'email'] as const)(
    'changes %s alone, and writes that down',
    async (field) => {
      const { user } = await server.client.newUser();
      const path = `/admin/users/${user.id}`;
      const changes = { [field]: { email: `new.${user.email}` }[field as string] ?? 'Anwen' };
      const { body } = await admin.put(path, changes);
      const { first_name, last_name, email } = user;
      expect(body.data).toMatchObject({ first_name, last_name, email, ...changes });
      expect(await actionsOn(user.id)).toEqual(['user.changed']);
    },
  );

  it('is on record under the one form of an id, however it was typed', async () => {
    const { user } = await server.client.newUser();
    const typed = user.id.toUpperCase();
    await admin.put(`/admin/users/${typed}/status`, { isActive: false });
    await admin.put(`/admin/users/${typed}`, { first_name: 'Anwen' });
    await admin.delete(`/admin/users/${typed}`);
    expect(await actionsOn(user.id)).toEqual(['user.deactivated', 'user.changed', 'user.deleted']);
  });

  it('signs out everywhere whom it deactivates, and an activation does not bring that back', async () => {
    const { client, user } = await server.client.newUser();
    for (const isActive of [false, true]) {
      await admin.put(`/admin/users/${user.id}/status`, { isActive });
      expect((await client.get('/user')).status).toBe(401);
    }
  });

  it('takes a whole body, and refuses a taken e-mail and an empty one', async () => {
    const [{ user }, other] = [await server.client.newUser(), await server.client.newUser()];
    const path = `/admin/users/${user.id}`;
    const body = {
      first_name: 'Priyanka',
      last_name: 'Nair-Shah',
      email: 'priyanka.nair-shah@hospital.test',
      role: 'user',
      isActive: false,
    };
    expect((await admin.put(path, body)).body.data).toMatchObject(body);
    expect(await actionsOn(user.id)).toEqual(['user.deactivated', 'user.changed']);
    expect((await admin.put(path, { email: other.user.email })).status).toBe(409);
    expect((await admin.put(path, {})).body.error).toBe('There is nothing to change');
    expect((await admin.put(path, { id: other.user.id })).status).toBe(422);
  });

  it.each([
    ['as it is', (id: string) => id],
    ['in capitals', (id: string) => id.toUpperCase()],
  ])('never takes the rights of whoever asks, with the id %s', async (_how, typed) => {
    const { client, user } = await newAdmin();
    const path = `/admin/users/${typed(user.id)}`;
    const demoted = await client.put(path, { role: 'user' });
    expect([demoted.status, demoted.body.error]).toEqual([
      409,
      'You cannot take the admin role from yourself.',
    ]);
    expect((await client.put(path, { isActive: false })).body.error).toBe(
      'You cannot deactivate yourself.',
    );
    expect((await client.delete(path)).body.error).toBe('You cannot delete yourself.');
    const moved = await client.put(path, { email: `other.${user.email}` });
    expect([moved.status, moved.body.error]).toEqual([
      409,
      'Change your own email in your account.',
    ]);
    const same = { first_name: 'Ada', email: user.email.toUpperCase() };
    expect((await client.put(path, same)).status).toBe(200);
  });
});

describe('deleting a user', () => {
  it('ends the subscription at Stripe, keeps the payments without a name, frees the e-mail', async () => {
    const { client, user } = await server.client.newUser({ last_name: 'Featherstone' });
    await subscribe(client, 'portfolio', 'monthly');
    const { db } = server.services;
    await db.insert(payments).values({
      id: crypto.randomUUID(),
      userId: user.id,
      stripeInvoiceId: `in_${user.id}`,
      productId: crypto.randomUUID(),
      planId: crypto.randomUUID(),
      amount: 2499,
      status: 'success',
      paidAt: new Date(),
    });
    expect((await admin.delete(`/admin/users/${user.id}`)).status).toBe(200);

    expect((await client.get('/user')).status).toBe(401);
    expect((await admin.get(`/admin/users/${user.id}`)).status).toBe(404);
    expect((await admin.delete(`/admin/users/${user.id}`)).status).toBe(404);
    const { subscriptions } = await sandboxState(server);
    expect(subscriptions?.map(({ status }) => status)).toEqual(['canceled']);
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    expect(JSON.stringify(row)).not.toMatch(/Priya|Featherstone|hospital\.test/);
    expect(await db.$count(payments, eq(payments.userId, user.id))).toBe(1);
    const found = await admin.get('/admin/users?search=Featherstone');
    expect(found.body.data).toMatchObject({ users: [], count: 0 });
    expect(await actionsOn(user.id)).toEqual(['user.deleted']);
    await server.client.newUser({ email: user.email });
    await server.settled();
  });

  it('changes nothing while Stripe is away', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    await server.settled();
    await server.closeSandbox();
    const reply = await admin.delete(`/admin/users/${user.id}`);
    expect(reply.status).toBe(503);
    expect((await client.get('/user')).status).toBe(200);
    expect((await admin.get(`/admin/users/${user.id}`)).body.data.email).toBe(user.email);
  });
});

describe('two admins at once', () => {
  it.each([
    [
      'demoting',
      (client: Client, id: string) => client.put(`/admin/users/${id}`, { role: 'user' }),
    ],
    ['deleting', (client: Client, id: string) => client.delete(`/admin/users/${id}`)],
  ])('%s each other leave one', async (_, act) => {
    const { db } = server.services;
    for (let round = 0; round < 5; round += 1) {
      await db.update(users).set({ role: 'user' });
      const [one, other] = [await newAdmin(), await newAdmin()];
      const replies = await Promise.all([
        act(one.client, other.user.id),
        act(other.client, one.user.id),
      ]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await db.$count(users, eq(users.role, 'admin'))).toBe(1);
    }
  });
});
