import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { addPasskey } from '../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { logInsOf } from '../accounts/device.ts';
import type { Action } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'false' });
});
afterAll(() => server.close());

const tooMany = 'Too many attempts. Please wait 15 minutes and try again.';

function entries(actorId: string, action: Action): Promise<number> {
  const own = and(eq(auditLog.actorId, actorId), eq(auditLog.action, action));
  return server.services.db.$count(auditLog, own);
}

async function withPasskey() {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const authenticator = await addPasskey(server, client);
  const logIn = async (odd?: Parameters<typeof authenticator.get>[1]) => {
    const { body } = await server.client.post('/login/passkey/options', {});
    const signed = authenticator.get(body.data.options, odd);
    return server.client.post('/login/passkey', { token: body.data.token, credential: signed });
  };
  const prove = async () => {
    const { body } = await client.post('/user/proof/passkey/options');
    const signed = authenticator.get(body.data.options, { isVerified: false });
    return client.post('/user/proof', { passkey: { token: body.data.token, credential: signed } });
  };
  return { someone, client, user, logIn, prove };
}

it('passkeys that are refused in a loop are noted once in a quarter of an hour', async () => {
  const { user, logIn, prove } = await withPasskey();
  for (let n = 0; n < 50; n += 1) {
    expect((await logIn({ isVerified: false })).status).toBe(401);
    expect((await prove()).status).toBe(422);
  }
  expect(await entries(user.id, 'code.refused')).toBe(1);
});

it('somebody who logs in and out in a loop is stopped after 120 times in an hour', async () => {
  const { user, logIn } = await withPasskey();
  const before = await entries(user.id, 'login.succeeded');
  for (let n = 0; n < 120; n += 1) {
    const { status, body } = await logIn();
    expect(status).toBe(200);
    expect((await server.client.withToken(body.data.token).post('/logout')).status).toBe(200);
  }
  expect(await logIn()).toMatchObject({ status: 429, body: { error: tooMany } });
  expect(await entries(user.id, 'login.succeeded')).toBe(before + 120);
  expect(await entries(user.id, 'logout')).toBe(120);
});

it('so is who logs in by the password, which says no more to who does not know it', async () => {
  const someone = person();
  const { user } = await server.client.newUser(someone);
  const counted = logInsOf({ id: user.id, deviceGeneration: 0 }, false);
  for (let n = 0; n < 119; n += 1) await server.services.limits.logIns.take(counted);
  const logIn = async (password = someone.password) =>
    (await server.client.post('/login', { email: someone.email, password })).status;
  expect(await logIn()).toBe(200);
  expect(await logIn()).toBe(429);
  expect(await logIn('Not-this-1')).toBe(401);
  expect(await entries(user.id, 'login.succeeded')).toBe(2);
});

it('new recovery codes are made 20 times in an hour at most', async () => {
  const { client, user } = await withPasskey();
  const renew = async () => (await client.post('/user/second-factors/recovery-codes')).status;
  // One set-up was begun already.
  for (let n = 1; n < 19; n += 1) await server.services.limits.setUp.take(user.id);
  expect(await renew()).toBe(200);
  expect(await renew()).toBe(429);
  expect(await entries(user.id, 'recovery-codes.made')).toBe(1);
});
