import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../db/client.ts';
import { rateLimits, sessions, users } from '../../db/schema.ts';
import { keepThreadsBusy } from '../../testing/busy-threads.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ends: [string, (db: Db, id: string) => Promise<unknown>][] = [
  [
    'a change of password',
    (db, id) => db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, id)),
  ],
  ['a deactivation', (db, id) => db.update(users).set({ isActive: false }).where(eq(users.id, id))],
  ['a deletion', (db, id) => db.delete(users).where(eq(users.id, id))],
];

it.each(ends)('a sign-in that is overtaken by %s opens no session', async (_what, end) => {
  const { db } = server.services;
  const someone = person();
  const { user } = await server.client.newUser(someone);
  await db.delete(sessions);
  await db.delete(rateLimits);
  // Others are hashed first, so that the account is read long before its password is compared.
  const others = keepThreadsBusy();
  const signedIn = server.client.post('/login', someone);
  await expect.poll(() => db.$count(rateLimits)).toBeGreaterThan(0);
  await end(db, user.id);
  expect((await signedIn).status).toBe(401);
  expect(await db.$count(sessions)).toBe(0);
  await others;
});
