import { availableParallelism } from 'node:os';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../db/schema.ts';
import { keepThreadsBusy } from '../../testing/busy-threads.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { hashPassword } from './password.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const someone = person();
const refusals: [string, () => Promise<typeof someone>][] = [
  ['an unknown e-mail', async () => person()],
  ['a wrong password', async () => ({ ...someone, password: 'Not-this-1' })],
  [
    'an inactive account',
    async () => {
      const other = person();
      const { user } = await server.client.newUser(other);
      const { db } = server.services;
      await db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
      return other;
    },
  ],
];

it.each(refusals)('%s is refused only after a password was compared', async (_what, make) => {
  await server.client.post('/register', someone);
  const tried = await make();
  // Comparing waits behind the hashes of others, so an answer before them has compared nothing.
  const waiting = 20 * availableParallelism();
  let hashed = 0;
  const busy = keepThreadsBusy();
  const others = Array.from({ length: waiting }, () =>
    hashPassword('x', { network: '127.0.0.1' }).then(() => {
      hashed += 1;
    }),
  );
  const { status } = await server.client.post('/login', tried);
  expect(status).toBe(401);
  expect(hashed).toBeGreaterThan(waiting - 2 * availableParallelism());
  await Promise.all([...others, busy]);
});
