import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sessions } from '../../db/schema.ts';
import { type Client, person } from '../../testing/client.ts';
import { overtakenLogIn, ways } from '../../testing/overtaken-login.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

it.each(ways)('a login by %s that a reset overtakes opens no session', async (_, way) => {
  const someone = person();
  const who = await server.client.newUser(someone);
  const logIn = await way.setUp(server, who, someone);
  const path = `/admin/users/${who.user.id}/second-factors/reset`;
  const reset = () => admin.post(path, { reason: 'Lost the phone' });
  expect(await overtakenLogIn(server, way.limit, reset, logIn)).toBe(401);
  expect(await server.services.db.$count(sessions, eq(sessions.userId, who.user.id))).toBe(0);
});
