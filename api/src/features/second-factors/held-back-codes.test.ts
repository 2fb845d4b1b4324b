import { like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rateLimits } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { resetKeyOf } from '../../testing/reset-key.ts';
import { beginLogIn, setUpApp, unusedCode } from '../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'false', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.close());
beforeEach(() => server.services.db.delete(rateLimits));

async function withApp() {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  return { someone, client, user, app: await setUpApp(client) };
}

const newPassword = (n = 0) => `Cornea and iris ${n}`;
const complete = (token: string, code: string, address: string) =>
  server.client.post('/login/second-factor', { token, code }, { 'x-forwarded-for': address });

let strangers = 0;
/** Strangers with the right password try codes, from ever other addresses; answers how many were looked at. */
async function besiege(right: { email: string; password: string }): Promise<number> {
  const token = await beginLogIn(server.client, right);
  let looked = 0;
  for (let n = 0; n < 36; n += 1) {
    strangers += Number(n % 6 === 0);
    const { status } = await complete(
      token,
      '000000',
      `198.51.${strangers >> 8}.${strangers & 255}`,
    );
    looked += Number(status === 401);
  }
  return looked;
}

/** Sets a password by a mailed link. */
async function reset(userId: string, password: string): Promise<void> {
  const body = { resetToken: await resetKeyOf(server, userId), newPassword: password };
  expect((await server.client.post('/update-password', body)).status).toBe(200);
}

it('codes that strangers tried with the password before hold nobody back after a new one', async () => {
  const { someone, user, app } = await withApp();
  expect(await besiege(someone)).toBe(30);
  const before = await beginLogIn(server.client, someone);
  const code = await unusedCode(server, app);
  expect((await complete(before, code, '192.0.2.1')).status).toBe(429);
  await reset(user.id, newPassword());
  const token = await beginLogIn(server.client, { ...someone, password: newPassword() });
  expect((await complete(token, code, '192.0.2.1')).status).toBe(200);
});

it('whoever reads the mails tries no more than 100 codes in a day, reset after reset', async () => {
  const { someone, user } = await withApp();
  let looked = await besiege(someone);
  for (let n = 1; n <= 4; n += 1) {
    await reset(user.id, newPassword(n));
    looked += await besiege({ ...someone, password: newPassword(n) });
  }
  expect(looked).toBe(100);
});

it('a recovery code is taken while strangers try codes, and is counted by the address', async () => {
  const { someone, app } = await withApp();
  expect(await besiege(someone)).toBe(30);
  const token = await beginLogIn(server.client, someone);
  for (let n = 0; n < 6; n += 1) {
    expect((await complete(token, 'k7d2-9xqm-4tzp', '192.0.2.2')).status).toBe(401);
  }
  const [code = ''] = app.recoveryCodes;
  expect((await complete(token, code, '192.0.2.2')).status).toBe(429);
  expect((await complete(token, code, '192.0.2.1')).status).toBe(200);
});

it('a proof by code is held back by what was tried in its session alone', async () => {
  const { someone, client, app } = await withApp();
  const there = await server.client.newUser(someone);
  expect(await besiege(someone)).toBe(30);
  const code = await unusedCode(server, app);
  const prove = async (typed: string, who = client) =>
    (await who.post('/user/proof', { code: typed })).status;
  for (let n = 0; n < 6; n += 1) expect(await prove('000000', there.client)).toBe(422);
  expect(await prove(code, there.client)).toBe(429);
  expect(await prove(code)).toBe(200);
  const kept = like(rateLimits.key, 'code-device-%');
  expect(await server.services.db.$count(rateLimits, kept)).toBeGreaterThan(0);
});
