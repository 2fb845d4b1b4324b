import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../testing/client.ts';
import { readPage } from '../../testing/lists.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import { addPasskey, beginLogIn, setUpApp, unusedCode } from '../../testing/second-factor.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const onFirefox = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** Somebody who is logged in, with an authenticator app, recovery codes and a passkey. */
async function withAllFactors() {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const app = await setUpApp(client);
  return { someone, user, app, authenticator: await addPasskey(server, client) };
}

type Somebody = Awaited<ReturnType<typeof withAllFactors>>;

/** Logs in by a way, from a device of that mark, and answers its mark. */
type Way = (somebody: Somebody, device?: string) => Promise<string>;

const byCode =
  (codeOf: (somebody: Somebody) => string | Promise<string>): Way =>
  async (somebody, device) => {
    const token = await beginLogIn(server.client, somebody.someone);
    const sent = { token, code: await codeOf(somebody), device };
    const { status, body } = await server.client.post('/login/second-factor', sent, onFirefox);
    expect(status).toBe(200);
    return body.data.device;
  };

const ways: [factor: string, way: Way][] = [
  ['app', byCode(({ app }) => unusedCode(server, app))],
  ['recovery code', byCode(({ app }) => app.recoveryCodes.shift() ?? '')],
  [
    'passkey',
    async ({ authenticator }, device) => {
      const { token, options } = (await server.client.post('/login/passkey/options', {})).body.data;
      const sent = { token, credential: authenticator.get(options), device };
      const { status, body } = await server.client.post('/login/passkey', sent, onFirefox);
      expect(status).toBe(200);
      return body.data.device;
    },
  ],
];

it('the audit log says of each login with what it was', async () => {
  const admin = await server.admin();
  const detailsOf = async (actor: string) =>
    (await readPage(admin, 'audit', { actor, action: 'login.succeeded' })).rows.map(
      ({ detail }) => detail,
    );
  const somebody = await withAllFactors();
  for (const [, way] of ways) await way(somebody);
  // Whoever comes into a test is logged in first, as by the password.
  expect(await detailsOf(somebody.user.id)).toEqual([
    ...['passkey', 'recovery code', 'app'],
    'password',
  ]);
  const { user } = await server.client.signUp();
  expect(await detailsOf(user.id)).toEqual(['password']);
});

it.each(ways)('a login by %s is told by mail where the device is new', async (_, way) => {
  const somebody = await withAllFactors();
  const { email } = somebody.user;
  const device = await way(somebody);
  const mail = await untilMail(mailbox, email, 'A new device logged in to your account');
  expect(mail.text).toMatch(/Device: Firefox on Windows/);
  await way(somebody, device);
  // Mails go in turn: this one comes after one of the login before.
  await server.client.post('/reset-password', { email });
  await untilMail(mailbox, email, 'Reset your password');
  const told = (await arrived(mailbox, email)).filter(({ subject }) => /new device/.test(subject));
  expect(told).toHaveLength(1);
});
