import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { lockUserByEmail } from './repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('a name', () => {
  it('is found however its accents were typed, there and in the search', async () => {
    const [apart, together] = ['Zoe\u0301lle', 'Zo\u00e9lle'];
    const someone = person({ first_name: apart, email: `${apart}@hospital.test` });
    const { user } = await server.client.signUp(someone);
    expect(user).toMatchObject({ first_name: together, email: `${together}@hospital.test` });
    const admin = await server.admin();
    for (const typed of [apart, together]) {
      await server.client.logIn(`${typed}@hospital.test`, someone.password);
      const { body } = await admin.get(`/admin/users?search=${encodeURIComponent(typed)}`);
      expect(body.data.users).toMatchObject([{ id: user.id }]);
    }
  });

  it.each([
    ['an emoji', 'Zoë 👩🏽‍⚕️'],
    ['writing from right to left', 'نور الهدى'],
    ['SQL', "Robert'); drop table users; --"],
    ['HTML', '<img src=x onerror=alert(1)>'],
    ['a backslash and a percent sign', '100% \\ sure_'],
  ])('of %s that is there already comes back as it was typed', async (_what, first_name) => {
    const typed = { first_name, last_name: first_name };
    const { user, client } = await server.client.newUser(typed);
    expect(user).toMatchObject(typed);
    expect((await client.get('/user')).body.data).toMatchObject(typed);
    const admin = await server.admin();
    expect((await admin.get(`/admin/users/${user.id}`)).body.data).toMatchObject(typed);
  });

  it('that may not be new stays where it is, and is refused where it is not', async () => {
    const first_name = 'Visit https://evil.example';
    const refused = await server.client.post('/register', { ...person(), first_name });
    const words = 'First name may hold letters, spaces, apostrophes, hyphens and full stops';
    expect([refused.status, refused.body.data.fields]).toEqual([422, { first_name: words }]);
    const admin = await server.admin();
    const { user } = await server.client.newUser({ first_name });
    const { last_name, email } = user;
    const change = async (body: object) =>
      (await admin.put(`/admin/users/${user.id}`, body)).status;
    expect(await change({ first_name, last_name, email, role: 'user' })).toBe(200);
    expect(await change({ first_name: `${first_name}/` })).toBe(422);
    expect(await change({ first_name: 'Anwen' })).toBe(200);
    expect(await change({ first_name })).toBe(422);
  });

  it.each([
    ['nothing but spaces', '     '],
    ['fifty kilobytes', 'x'.repeat(50_000)],
    ['an array', ['Ann', 'Bee']],
    ['an object', { $gt: '' }],
    ['a number', 7],
    ['null', null],
    ['a NUL', 'An\u0000n'],
  ])('that is %s is refused under its field', async (_what, first_name) => {
    const reply = await server.client.post('/register', { ...person(), first_name });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.data.fields)).toEqual(['first_name']);
  });
});

it.each(['first_name', 'last_name', 'email', 'password'])(
  'a hundred kilobytes of %s are refused before they are looked at',
  async (field) => {
    const reply = await server.client.post('/register', {
      ...person(),
      [field]: 'x'.repeat(100_000),
    });
    expect([reply.status, reply.body.error]).toEqual([413, 'The request is too large.']);
  },
);

describe('a field that is no text', () => {
  const calls = {
    '/register': person(),
    '/login': { email: 'ann@hospital.test', password: 'Retina-2026' },
    '/reset-password': { email: 'ann@hospital.test' },
    '/update-password': { resetToken: 'key', newPassword: 'Cornea-2026!' },
  };
  const fields = Object.entries(calls).flatMap(([path, body]) =>
    Object.entries(body).map(([name, value]) => ({ path, body, name, value })),
  );

  it.each(fields)('is refused as $name of $path', async ({ path, body, name, value }) => {
    for (const wrong of [null, true, 7, {}, [], [value], { toString: value }, undefined]) {
      const reply = await server.client.post(path, { ...body, [name]: wrong });
      expect([wrong, reply.status]).toEqual([wrong, 422]);
      expect(Object.keys(reply.body.data.fields)).toEqual([name]);
    }
  });
});

describe('SQL', () => {
  const sql = "'or'1'='1";

  it.each(['first_name', 'last_name', 'email', 'password'] as const)(
    'as %s is a text like any other',
    async (field) => {
      const typed = { first_name: sql, last_name: sql, email: `x${sql}@hospital.test` };
      const text = { ...typed, password: `${sql};--` }[field];
      const isName = field === 'first_name' || field === 'last_name';
      const { user, client } = await server.client[isName ? 'newUser' : 'signUp']({
        [field]: text,
      });
      if (field !== 'password') expect(user[field]).toBe(text);
      expect((await client.get('/user')).body.data).toEqual(user);
    },
  );

  it('opens no account, as e-mail, password, reset key or token', async () => {
    const { user } = await server.client.signUp();
    const tried = [
      await server.client.post('/login', { email: `x${sql}@a.test`, password: 'Retina-2026' }),
      await server.client.post('/login', { email: user.email, password: sql }),
      await server.client.withToken(sql).get('/user'),
    ];
    expect(tried.map(({ status }) => status)).toEqual([401, 401, 401]);
    const key = { resetToken: sql, newPassword: 'Cornea-2026!' };
    expect((await server.client.post('/update-password', key)).status).toBe(400);
  });
});

describe('an e-mail', () => {
  it.each([
    ['a NUL', 'ann\u0000@hospital.test'],
    ['a space', 'ann bee@hospital.test'],
    ['a line break', 'ann@hospital.test\r\nBcc: bee@hospital.test'],
    ['two at signs', 'ann@@hospital.test'],
    ['no dot', 'ann@hospital'],
    ['an array', ['ann@hospital.test']],
    ['HTML', '<b>ann</b>@hospital.test'],
    ['the address of somebody who was deleted', `${crypto.randomUUID()}@Deleted.Invalid`],
    ['too much', `${'a'.repeat(300)}@hospital.test`],
  ])('with %s is refused', async (_what, email) => {
    expect((await server.client.post('/register', { ...person(), email })).status).toBe(422);
    expect((await server.client.post('/login', { email, password: 'abcdefgh' })).status).toBe(422);
  });

  it.each([
    ['letters with accents', 'Émilie.ÖZ'],
    ['a last letter with an accent', 'ZOÉ'],
    ['letters of another alphabet', 'ЖАННА'],
    ['a letter that is another at the end of a word', 'ΝΙΚΟΣ'],
    ['a capital with a dot', 'İPEK'],
    ['letters whose small form is disputed', 'İREM.ẞ.Σ'],
  ])('of %s lets its owner in, and nobody else sign up with it', async (_what, name) => {
    const someone = person({ email: `${name}@hospital.test` });
    const { user } = await server.client.signUp(someone);
    expect(user.email).toBe(someone.email);
    const again = { ...someone, email: `${name}@HOSPITAL.test` };
    expect((await server.client.post('/register', again)).status).toBe(409);
    await server.client.logIn(again.email, someone.password);
    expect((await lockUserByEmail(server.services.db, again.email))?.id).toBe(user.id);
  });

  it('is another one with another dot or plus sign', async () => {
    for (const name of ['ann.dot', 'anndot', 'ann.dot+1', 'ann.dot+2']) {
      const { user } = await server.client.signUp({ email: `${name}@hospital.test` });
      expect(user.email).toBe(`${name}@hospital.test`);
    }
  });

  it('is kept as typed, with its dots and plus signs, and compared without case', async () => {
    const someone = person({ email: `Ann.Bee+trial.${process.pid}@Hospital.test` });
    await server.client.post('/register', someone);
    const { user } = await server.client.logIn(someone.email.toLowerCase(), someone.password);
    expect(user.email).toBe(someone.email);
  });
});

describe('whatever is sent', () => {
  it('is answered with a clear refusal or a success, never with a failure of ours', async () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.jsonValue(),
    );
    const body = fc.record(
      {
        first_name: anything,
        last_name: anything,
        email: anything,
        password: anything,
        resetToken: anything,
        newPassword: anything,
        session_id: anything,
        product_id: anything,
        pricing_plan_id: anything,
      },
      { requiredKeys: [] },
    );
    const { client } = await server.client.signUp();
    const path = fc.constantFrom(
      '/register',
      '/login',
      '/update-password',
      '/subscriptions/checkout',
      '/subscriptions/checkout/confirm',
    );
    await fc.assert(
      fc.asyncProperty(path, body, async (address, sent) => {
        const { status, body: answer } = await client.post(address, sent);
        expect(status).toBeLessThan(500);
        expect(typeof answer.message).toBe('string');
        expect(JSON.stringify(answer)).not.toMatch(/select |insert |at .*\.ts:/i);
      }),
      { numRuns: 150 },
    );
  });
});
