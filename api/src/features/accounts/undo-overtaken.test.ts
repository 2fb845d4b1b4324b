import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { emailChanges, sessions, users } from '../../db/schema.ts';
import { type Client, person } from '../../testing/client.ts';
import { another, catchKeys, undoOf } from '../../testing/email-change.ts';
import { overtaken } from '../../testing/held-until-one-waits.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let keys: ReturnType<typeof catchKeys>;
beforeAll(async () => {
  server = await startTestServer();
  keys = catchKeys(server.services);
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const acts: [string, (client: Client, password: string) => Promise<{ status: number }>][] = [
  [
    'asking for another e-mail',
    (client, password) => client.post('/user/email', { email: another(), password }),
  ],
  [
    'another password',
    (client, currentPassword) =>
      client.post('/user/password', { currentPassword, newPassword: 'Cornea and iris 1' }),
  ],
  ['the end of the account', (client, password) => client.delete('/user', { password })],
];

it.each(acts)('%s is refused where an undone change of e-mail overtakes it', async (_, act) => {
  const { db } = server.services;
  const someone = person();
  const who = await server.client.newUser(someone);
  const undo = await undoOf(server.client, keys, who, someone.password);
  const { id } = who.user;
  const isIt = eq(users.id, id);
  const [before] = await db.select().from(users).where(isIt);
  const answer = await overtaken(server.services, undo, () => act(who.client, someone.password));
  expect(answer.status).toBe(401);
  const [after] = await db.select().from(users).where(isIt);
  const { passwordHash, email } = before ?? {};
  expect(after).toMatchObject({ passwordHash, email, deletedAt: null });
  expect(await db.$count(emailChanges, eq(emailChanges.userId, id))).toBe(0);
  expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
});
