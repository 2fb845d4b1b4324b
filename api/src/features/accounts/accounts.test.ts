import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('signing up', () => {
  it('creates an account that can sign in', async () => {
    const someone = person();
    const created = await server.client.post('/register', { ...someone, role: 'user' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      success: true,
      message: 'Account created successfully! Please log in to continue.',
    });
    const { user, client } = await server.client.logIn(someone.email, someone.password);
    // These fields and no others: a row of the database holds more than its owner's browser may.
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: someone.email,
      first_name: 'Priya',
      last_name: 'Nair',
      role: 'user',
      is_active: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      hasActiveSubscription: false,
      email_verified: false,
    });
    expect((await client.get('/user')).body.data).toEqual(user);
  });

  it('makes a user of somebody who asks to be an admin', async () => {
    const someone = person();
    await server.client.post('/register', { ...someone, role: 'admin', is_active: false });
    const { user, client } = await server.client.logIn(someone.email, someone.password);
    expect(user).toMatchObject({ role: 'user', is_active: true });
    expect((await client.get('/admin/dashboard-stats')).status).toBe(403);
  });

  it.each<[string, (email: string) => string]>([
    ['in another case', (email) => email.toUpperCase()],
    ['in full-width letters', (email) => email.replace('priya', 'ｐｒｉｙａ')],
    ['with an accent apart', (email) => email.replace('é', 'E\u0301')],
  ])('refuses a taken e-mail that is written %s, and says so', async (_how, rewrite) => {
    const someone = person();
    someone.email = `é.${someone.email}`;
    await server.client.post('/register', someone);
    const email = rewrite(someone.email);
    const again = await server.client.post('/register', { ...someone, email });
    expect(again.status).toBe(409);
    expect(again.body.error).toMatch(/already exists/);
    expect(again.body.data.fields).toEqual({ email: again.body.error });
  });

  it('lets one of many simultaneous sign-ups with one e-mail through', async () => {
    const someone = person();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => server.client.post('/register', someone)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  it.each([
    [{ first_name: ' ' }, 'first_name', 'First name is required'],
    [{ last_name: 'N' }, 'last_name', 'Last name must be at least 2 characters'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [{ password: ['12345678'] }, 'password', 'Password is required'],
  ])('refuses %j with the message of its field', async (wrong, field, message) => {
    const reply = await server.client.post('/register', { ...person(), ...wrong });
    expect(reply.status).toBe(422);
    expect(reply.body).toEqual({
      success: false,
      message,
      error: message,
      data: { fields: { [field]: message } },
    });
  });
});

describe('signing in', () => {
  it('answers an unknown e-mail and a wrong password alike', async () => {
    const someone = person();
    await server.client.post('/register', someone);
    const wrong = await server.client.post('/login', { ...someone, password: 'Not-this-1' });
    const unknown = await server.client.post('/login', {
      email: 'no@one.test',
      password: 'abcdef',
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.error).toBe('Invalid credentials or session expired');
  });

  it('never trims a password, nor makes it small', async () => {
    const someone = person({ password: '  Spaces and Capitals count é ' });
    await server.client.post('/register', someone);
    const { email, password } = someone;
    for (const other of [password.trim(), password.toLowerCase(), password.toUpperCase()]) {
      expect((await server.client.post('/login', { email, password: other })).status).toBe(401);
    }
    expect((await server.client.post('/login', someone)).status).toBe(200);
  });

  it('answers an inactive account in the same way', async () => {
    const someone = person();
    const { user } = await server.client.newUser(someone);
    const wrong = await server.client.post('/login', { ...someone, password: 'Not-this-1' });
    await server.services.db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    const inactive = await server.client.post('/login', someone);
    expect(inactive.status).toBe(wrong.status);
    expect(inactive.body).toEqual(wrong.body);
  });

  it('takes any password from 8 to 1024 characters, whole', async () => {
    // fast-check likes words such as 'prototype', which are among the common passwords, and repeats.
    const random = fc
      .string({ unit: 'binary', minLength: 8, maxLength: 80 })
      .filter((password) => !/[a-z]{5}/i.test(password) && !/^(.+)\1+$/su.test(password));
    await fc.assert(
      fc.asyncProperty(random, async (password) => {
        const someone = person({ password });
        expect((await server.client.post('/register', someone)).status).toBe(201);
        expect((await server.client.post('/login', someone)).status).toBe(200);
        const cut = { ...someone, password: password.slice(0, -1) };
        expect((await server.client.post('/login', cut)).status).toBe(401);
      }),
      { numRuns: 15 },
    );
    const long = person({ password: 'é'.repeat(1024) });
    expect((await server.client.post('/register', long)).status).toBe(201);
    expect((await server.client.post('/login', long)).status).toBe(200);
    const almost = { ...long, password: long.password.slice(0, -1) };
    expect((await server.client.post('/login', almost)).status).toBe(401);
  });

  it('compares a password beyond a NUL', async () => {
    const someone = person({ password: 'Retina\u0000-2026' });
    await server.client.post('/register', someone);
    const other = { ...someone, password: 'Retina\u0000-2027' };
    expect((await server.client.post('/login', other)).status).toBe(401);
    expect((await server.client.post('/login', someone)).status).toBe(200);
  });

  it('tells whether a subscription is held', async () => {
    const someone = person();
    const { client, user } = await server.client.newUser(someone);
    expect(user.hasActiveSubscription).toBe(false);
    await subscribe(client, 'cataract', 'monthly');
    const again = await server.client.logIn(someone.email, someone.password);
    expect(again.user.hasActiveSubscription).toBe(true);
    await server.settled();
  });

  it('ends the session at sign-out: its token is worthless at once', async () => {
    const { client } = await server.client.newUser();
    expect((await client.get('/user')).status).toBe(200);
    const out = await client.post('/logout');
    expect(out.body.message).toBe('Logged out successfully');
    expect((await client.get('/user')).status).toBe(401);
  });
});

describe('a request', () => {
  it.each([
    ['broken JSON', '{"email":', 400],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400],
    ['a poisoned prototype', '{"__proto__":{"role":"admin"}}', 400],
    ['an array for an object', '[1, 2]', 422],
    ['a text for an object', '"email"', 422],
    ['a constructor that would poison', '{"constructor":{"prototype":{"role":"admin"}}}', 400],
    ['no body at all', undefined, 422],
    ['too much', JSON.stringify({ email: 'x'.repeat(70_000) }), 413],
  ])('with %s is refused with a clear message', async (_what, body, status) => {
    const reply = await server.client.post('/login', body);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ success: false, error: expect.stringMatching(/\w+/) });
  });

  it('that names a field twice counts by the last, as JSON has it', async () => {
    const { email, password } = person();
    const twice = `{"email":"a@b.test","email":${JSON.stringify(email)},"password":"${password}","first_name":"Al","last_name":"Bo"}`;
    expect((await server.client.post('/register', twice)).status).toBe(201);
    expect((await server.client.logIn(email, password)).user.email).toBe(email);
  });

  it('of another type than JSON is refused', async () => {
    const someone = JSON.stringify({ email: 'ann@hospital.test', password: 'Retina-2026' });
    for (const type of [
      ...['application/x-www-form-urlencoded', 'text/plain', 'text/html'],
      'multipart/form-data; boundary=x',
    ]) {
      const reply = await server.client.post('/login', someone, { 'content-type': type });
      expect([type, reply.status]).toEqual([type, 415]);
    }
  });

  it('to an unknown address gets a 404 with the envelope', async () => {
    const reply = await server.client.get('/nothing-here');
    expect(reply.status).toBe(404);
    expect(reply.body.error).toBe('Resource not found');
  });
});
