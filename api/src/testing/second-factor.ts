import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { authenticatorApps } from '../db/schema.ts';
import { type Authenticator, newAuthenticator } from './authenticator.ts';
import type { Client, Reply } from './client.ts';
import type { TestServer } from './server.ts';
import { codeOf } from './totp.ts';

/** Somebody's authenticator app, as it was set up. */
export interface App {
  id: string;
  secret: string;
  /** The code that set it up, and is used up by that. */
  firstCode: string;
  recoveryCodes: string[];
}

/** Sets up an authenticator app by the calls. */
export async function setUpApp(client: Client): Promise<App> {
  const { id, secret } = (await client.post('/user/second-factors/totp')).body.data;
  const firstCode = codeOf(secret);
  const confirmed = await client.post('/user/second-factors/totp/confirm', {
    ...{ id, code: firstCode },
  });
  return { id, secret, firstCode, recoveryCodes: confirmed.body.data.recovery_codes };
}

/** The app's code of now, as if none of its codes had been used: a test does not wait half a minute. */
export async function unusedCode({ services }: TestServer, { id, secret }: App): Promise<string> {
  const isIt = eq(authenticatorApps.id, id);
  await services.db.update(authenticatorApps).set({ lastStep: 0 }).where(isIt);
  return codeOf(secret);
}

/** Sets up a passkey by the calls; answers what has it. */
export async function addPasskey({ url }: TestServer, client: Client): Promise<Authenticator> {
  const authenticator = newAuthenticator(url);
  const path = '/user/second-factors/passkeys';
  const { token, options } = (await client.post(path)).body.data;
  const credential = authenticator.create(options);
  expect((await client.post(`${path}/confirm`, { token, credential })).status).toBe(200);
  return authenticator;
}

/** Logs in with the password alone; answers the token for the second step. */
export async function beginLogIn(
  client: Client,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { body } = await client.post('/login', { email, password });
  return body.data.second_factor.token;
}

/** Logs in with both. */
export async function logInWith(
  client: Client,
  person: { email: string; password: string },
  code: string,
): Promise<Reply> {
  const token = await beginLogIn(client, person);
  return client.post('/login/second-factor', { token, code });
}
