import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sessions } from '../../db/schema.ts';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { type Client, person, type SignedIn } from '../../testing/client.ts';
import { heldUntilOneWaits } from '../../testing/held-until-one-waits.ts';
import { beginLogIn, setUpApp, unusedCode } from '../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

/** Has an admin's reset of somebody's second factors be done, and not yet committed. */
async function beginReset(userId: string) {
  const held = heldUntilOneWaits(server.services);
  const reset = admin.post(`/admin/users/${userId}/second-factors/reset`, {
    reason: 'Lost the phone',
  });
  await held;
  return { reset };
}

const ways: [string, (who: SignedIn, someone: ReturnType<typeof person>) => Promise<number>][] = [
  [
    'a code',
    async ({ client, user }, someone) => {
      const app = await setUpApp(client);
      const token = await beginLogIn(server.client, someone);
      const code = await unusedCode(server, app);
      return overtaken(user.id, 'halfSignIn', () =>
        server.client.post('/login/second-factor', { token, code }),
      );
    },
  ],
  [
    'a recovery code',
    async ({ client, user }, someone) => {
      const { recoveryCodes } = await setUpApp(client);
      const token = await beginLogIn(server.client, someone);
      return overtaken(user.id, 'halfSignIn', () =>
        server.client.post('/login/second-factor', { token, code: recoveryCodes[0] }),
      );
    },
  ],
  [
    'a passkey',
    async ({ client, user }) => {
      const authenticator = newAuthenticator(server.url);
      const made = (await client.post('/user/second-factors/passkeys')).body.data;
      await client.post('/user/second-factors/passkeys/confirm', {
        ...{ token: made.token, credential: authenticator.create(made.options) },
      });
      const { token, options } = (await server.client.post('/login/passkey/options', {})).body.data;
      return overtaken(user.id, 'logIns', () =>
        server.client.post('/login/passkey', { token, credential: authenticator.get(options) }),
      );
    },
  ],
];

/** Logs in, and has a reset overtake that once what was shown is accepted: there this limit is asked. */
async function overtaken(
  userId: string,
  limit: 'halfSignIn' | 'logIns',
  logIn: () => Promise<{ status: number }>,
): Promise<number> {
  const { limits } = server.services;
  let reset: Promise<{ status: number }> | undefined;
  const begin = async () => {
    ({ reset } = await beginReset(userId));
  };
  if (limit === 'halfSignIn') {
    vi.spyOn(limits.halfSignIn, 'allows').mockImplementationOnce(() => begin().then(() => true));
  } else {
    vi.spyOn(limits.logIns, 'take').mockImplementationOnce(begin);
  }
  const { status } = await logIn();
  expect((await reset)?.status).toBe(200);
  return status;
}

it.each(ways)('a login by %s that a reset overtakes opens no session', async (_, logIn) => {
  const someone = person();
  const who = await server.client.newUser(someone);
  expect(await logIn(who, someone)).toBe(401);
  expect(await server.services.db.$count(sessions, eq(sessions.userId, who.user.id))).toBe(0);
});
