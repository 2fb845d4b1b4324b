import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { authenticatorApps, passkeys, recoveryCodes } from '../../db/schema.ts';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { type Client, person, type SignedIn } from '../../testing/client.ts';
import { catchKeys, undoOf } from '../../testing/email-change.ts';
import { overtaken } from '../../testing/held-until-one-waits.ts';
import { setUpApp } from '../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let keys: ReturnType<typeof catchKeys>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  keys = catchKeys(server.services);
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const path = '/user/second-factors';

/** Begins to set a passkey up; answers how it goes on. */
async function beginPasskey(client: Client) {
  const { token, options } = (await client.post(`${path}/passkeys`)).body.data;
  const credential = newAuthenticator(server.url).create(options);
  return (by: Client = client) => by.post(`${path}/passkeys/confirm`, { token, credential });
}

const reset = ({ user }: SignedIn) =>
  admin.post(`/admin/users/${user.id}/second-factors/reset`, { reason: 'Lost the phone' });

const countOf = async (userId: string) => {
  const { db } = server.services;
  return {
    passkeys: await db.$count(passkeys, eq(passkeys.userId, userId)),
    apps: await db.$count(authenticatorApps, eq(authenticatorApps.userId, userId)),
    codes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
  };
};
const none = { passkeys: 0, apps: 0, codes: 0 };

/** Somebody with an app, who begins to set a passkey up. */
async function settingUp() {
  const someone = person();
  const who = await server.client.newUser(someone);
  await setUpApp(who.client);
  return { someone, who, goOn: await beginPasskey(who.client) };
}

it('a passkey whose keeping a reset of factors overtakes is refused', async () => {
  const { who, goOn } = await settingUp();
  expect((await overtaken(server.services, () => reset(who), goOn)).status).toBe(401);
  expect(await countOf(who.user.id)).toEqual(none);
});

it('so is one whose keeping an undone change of e-mail overtakes', async () => {
  const { someone, who, goOn } = await settingUp();
  const undo = await undoOf(server.client, keys, who, someone.password);
  expect((await overtaken(server.services, undo, goOn)).status).toBe(401);
  expect(await countOf(who.user.id)).toEqual(none);
});

const acts: [string, (client: Client, app: string) => Promise<{ status: number }>][] = [
  ['new recovery codes', (client) => client.post(`${path}/recovery-codes`)],
  ['the end of an older app', (client, app) => client.delete(`${path}/${app}`)],
];

it.each(acts)('and %s, too', async (_, act) => {
  const someone = person();
  const who = await server.client.newUser(someone);
  const app = await setUpApp(who.client);
  const { db } = server.services;
  const long = new Date(Date.now() - 10 * 86_400_000);
  const apps = eq(authenticatorApps.userId, who.user.id);
  await db.update(authenticatorApps).set({ createdAt: long, confirmedAt: long }).where(apps);
  const undo = await undoOf(server.client, keys, who, someone.password);
  expect((await overtaken(server.services, undo, () => act(who.client, app.id))).status).toBe(401);
  // What is older than the change stays; the codes of lately are gone with it.
  expect(await countOf(who.user.id)).toEqual({ ...none, apps: 1 });
});

it('a set-up that was begun before a reset is not kept by a later login', async () => {
  const { someone, who, goOn } = await settingUp();
  expect((await reset(who)).status).toBe(200);
  const { client } = await server.client.logIn(someone.email, someone.password);
  expect((await goOn(client)).status).toBe(410);
  expect(await countOf(who.user.id)).toEqual(none);
  expect((await (await beginPasskey(client))()).status).toBe(200);
});

it('one goes on where a proof renews the login meanwhile', async () => {
  const { client, user } = await server.client.newUser({ password: 'Retina-2026' });
  const goOn = await beginPasskey(client);
  const proof = { password: 'Retina-2026', renew: true };
  const { token } = (await client.post('/user/proof', proof)).body.data;
  expect((await goOn(server.client.withToken(token))).status).toBe(200);
  expect(await countOf(user.id)).toMatchObject({ passkeys: 1 });
});
