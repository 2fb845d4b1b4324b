import type { Authenticator } from './authenticator.ts';
import type { Client, Person, Reply } from './client.ts';

export const factors = '/user/second-factors';

/** What somebody has, as it should be. */
export interface Truth {
  someone: Person;
  /** Two tabs, each at a process of its own. */
  tabs: [Client, Client];
  /** Of the first tab. */
  token: string;
  apps: { id: string; secret: string }[];
  passkeys: { id: string; authenticator: Authenticator }[];
  codes: string[];
  /** Recovery codes that were used, or taken away. */
  dead: string[];
}

export const hasFactor = ({ apps, passkeys }: Truth) => apps.length + passkeys.length > 0;

/** These recovery codes take the place of those before. */
export function putCodes(truth: Truth, codes: string[]): void {
  truth.dead.push(...truth.codes);
  truth.codes = codes;
}

/** The password alone; answers the token for the second step. */
export async function beginLogIn({ someone }: Truth, client: Client): Promise<string> {
  const { email, password } = someone;
  const { body } = await client.post('/login', { email, password });
  return body.data.second_factor?.token ?? 'none';
}

/** The password, then `code` with the token of the login. */
export async function logIn(truth: Truth, client: Client, code: string): Promise<Reply> {
  const token = await beginLogIn(truth, client);
  return client.post('/login/second-factor', { token, code });
}
