import { and, eq, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { authenticatorApps, recoveryCodes, sessions } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { catchKeys, undoOf } from '../../testing/email-change.ts';
import { logInByApp, overtakenLogIn, type Way, ways } from '../../testing/overtaken-login.ts';
import { beginLogIn, setUpApp } from '../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let keys: ReturnType<typeof catchKeys>;
beforeAll(async () => {
  server = await startTestServer();
  keys = catchKeys(server.services);
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

/** Somebody with an app of long ago, who has asked for another e-mail; answers what undoes that. */
async function whoAsked() {
  const { db } = server.services;
  const someone = person();
  const who = await server.client.newUser(someone);
  const app = await setUpApp(who.client);
  const long = new Date(Date.now() - 10 * 86_400_000);
  const isOld = eq(authenticatorApps.id, app.id);
  await db.update(authenticatorApps).set({ createdAt: long, confirmedAt: long }).where(isOld);
  const isTheirs = eq(recoveryCodes.userId, who.user.id);
  await db.update(recoveryCodes).set({ createdAt: long }).where(isTheirs);
  const undo = await undoOf(server.client, keys, who, someone.password);
  return { someone, who, app, undo };
}

const countSessions = (userId: string) =>
  server.services.db.$count(sessions, eq(sessions.userId, userId));

/** As if all recovery codes but the first were used. */
async function useUpAllButOne(userId: string): Promise<void> {
  const { db } = server.services;
  const isTheirs = eq(recoveryCodes.userId, userId);
  const [first] = await db.select().from(recoveryCodes).where(isTheirs).orderBy(recoveryCodes.id);
  await db.delete(recoveryCodes).where(and(isTheirs, ne(recoveryCodes.id, first?.id ?? '')));
}

const lastCode: [string, Way][] = ways
  .filter(([name]) => name === 'a recovery code')
  .map(([, way]) => [
    'the last recovery code',
    {
      ...way,
      async setUp(...by) {
        const logIn = await way.setUp(...by);
        await useUpAllButOne(by[1].user.id);
        return logIn;
      },
    },
  ]);

it.each([...ways, ...lastCode])(
  'a login by %s of lately opens no session where an undone change of e-mail removes it meanwhile',
  async (_, way) => {
    const { someone, who, undo } = await whoAsked();
    const logIn = await way.setUp(server, who, someone);
    expect(await overtakenLogIn(server, way.limit, undo, logIn)).toBe(401);
    expect(await countSessions(who.user.id)).toBe(0);
  },
);

it('one by the older app does, which stays', async () => {
  const { someone, who, app, undo } = await whoAsked();
  await setUpApp(who.client);
  const logIn = await logInByApp(server, someone, app);
  expect(await overtakenLogIn(server, 'halfSignIn', undo, logIn)).toBe(200);
  expect(await countSessions(who.user.id)).toBe(1);
});

it('and so does one by an older recovery code', async () => {
  const { someone, who, app, undo } = await whoAsked();
  const [code] = app.recoveryCodes;
  const token = await beginLogIn(server.client, someone);
  const logIn = () => server.client.post('/login/second-factor', { token, code });
  expect(await overtakenLogIn(server, 'halfSignIn', undo, logIn)).toBe(200);
  expect(await countSessions(who.user.id)).toBe(1);
});

it('the last recovery code logs in where nothing overtakes it', async () => {
  const { someone, who } = await whoAsked();
  const [, way] = lastCode[0] ?? [];
  const logIn = await way?.setUp(server, who, someone);
  expect((await logIn?.())?.status).toBe(200);
});
