import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, passwordResets, users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const newPassword = 'Cornea and iris 9';

it('changes the password, ends all other sessions and reset links, and says so by mail', async () => {
  const { db } = server.services;
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const there = await server.client.newUser(someone);
  const expiresAt = new Date(Date.now() + 60_000);
  await db.insert(passwordResets).values({ keyHash: `k${user.id}`, userId: user.id, expiresAt });

  const body = { currentPassword: someone.password, newPassword };
  const reply = await client.post('/user/password', body);
  expect([reply.status, reply.body.message]).toEqual([
    ...[200, 'Password changed. All other devices were logged out.'],
  ]);
  expect((await client.get('/user')).status).toBe(200);
  expect((await there.client.get('/user')).status).toBe(401);
  expect(await db.$count(passwordResets, eq(passwordResets.userId, user.id))).toBe(0);
  const login = (password: string) =>
    server.client.post('/login', { email: someone.email, password });
  expect((await login(someone.password)).status).toBe(401);
  expect((await login(newPassword)).status).toBe(200);
  const [mail] = (await mailsTo(server, someone.email)).filter(({ subject }) =>
    subject.includes('password'),
  );
  expect(mail?.text).toContain('was changed, and you were logged out everywhere else.');
  const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
  expect(entries.map(({ action }) => action)).toContain('password.changed');
});

const breached = 'This password is known from a breach of another site. Please choose another.';
const ownWords = 'This password is little more than a name or an email. Please choose another.';

it.each<[string, string, object]>([
  ['Not-the-1st', newPassword, { currentPassword: 'This password is not correct' }],
  [
    'Retina-2026',
    'Retina-2026',
    { newPassword: 'This is the password you have. Choose another one.' },
  ],
  ['Retina-2026', 'short', { newPassword: 'Password must be at least 8 characters' }],
  ['Retina-2026', 'vjht1051', { newPassword: breached }],
  ['Retina-2026', 'PriyaNair26', { newPassword: ownWords }],
])('%s and %s change nothing', async (currentPassword, wanted, fields) => {
  const { client, user } = await server.client.newUser();
  const { status, body } = await client.post('/user/password', {
    ...{ currentPassword, newPassword: wanted },
  });
  expect([status, body.data.fields]).toEqual([422, fields]);
  const [row] = await server.services.db.select().from(users).where(eq(users.id, user.id));
  expect(row?.updatedAt.toISOString()).toBe(user.updated_at);
});

it('asked for twice at the same moment, one of the two passwords is set', async () => {
  const someone = person();
  const [one, other] = await Promise.all([1, 2].map(() => server.client.newUser(someone)));
  const wanted = ['Cornea and iris 1', 'Cornea and iris 2'];
  const replies = await Promise.all(
    [one, other].map((signedIn, n) =>
      signedIn?.client.post('/user/password', {
        currentPassword: someone.password,
        newPassword: wanted[n],
      }),
    ),
  );
  const statuses = replies.map((reply) => reply?.status).toSorted();
  // The second was ended by the first, or finds that its password is not the one any more.
  expect([
    [200, 401],
    [200, 422],
  ]).toContainEqual(statuses);
  const set = replies.findIndex((reply) => reply?.status === 200);
  const { email } = someone;
  const login = { email, password: wanted[set] };
  expect((await server.client.post('/login', login)).status).toBe(200);
});

it('wrong passwords are limited like sign-ins', async () => {
  const { client } = await server.client.newUser();
  const wrong = () =>
    client.post('/user/password', { currentPassword: 'Not-the-1st', newPassword });
  for (let tries = 0; tries < 6; tries += 1) expect((await wrong()).status).toBe(422);
  expect((await wrong()).status).toBe(429);
});

describe("one's own name", () => {
  it('is changed by its owner, is written down once, and may stay as it is', async () => {
    const { client, user } = await server.client.newUser();
    const name = { first_name: 'Zoë', last_name: "O'Neill-Nair" };
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await client.put('/user/name', name);
      expect([status, body.message]).toEqual([200, 'Your name was changed']);
    }
    expect((await client.get('/user')).body.data).toMatchObject({ ...name, id: user.id });
    const { db } = server.services;
    const entries = await db.select().from(auditLog).where(eq(auditLog.target, user.id));
    expect(entries.map(({ action }) => action)).toEqual(['user.changed']);
    // A name from before the rules stays, beside one that is new.
    await db.update(users).set({ lastName: 'Nair 2' }).where(eq(users.id, user.id));
    const half = await client.put('/user/name', { first_name: 'Zoe', last_name: 'Nair 2' });
    expect(half.status).toBe(200);
    const odd = await client.put('/user/name', { first_name: 'Zoe', last_name: 'Nair 3' });
    expect([odd.status, odd.body.data.fields]).toEqual([
      ...[
        422,
        { last_name: 'Last name may hold letters, spaces, apostrophes, hyphens and full stops' },
      ],
    ]);
    expect((await client.put('/user/name', { ...name, role: 'admin' })).status).toBe(422);
    expect((await client.get('/user/history')).body.data[0]).toMatchObject({
      ...{ action: 'user.changed', by_us: false },
    });
  });

  it('is changed twenty times in an hour at most', async () => {
    const { client } = await server.client.newUser();
    const statuses: number[] = [];
    for (let n = 0; n <= 20; n += 1) {
      const first_name = 'A'.repeat(n + 2);
      const { status } = await client.put('/user/name', { first_name, last_name: 'Nair' });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });
});
