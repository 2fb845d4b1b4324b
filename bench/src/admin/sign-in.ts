import { openDatabase } from '../../../api/src/db/open.ts';
import { hashPassword } from '../../../api/src/features/accounts/password.ts';
import { storeAccount } from '../../../api/src/features/accounts/service.ts';

const login = { email: 'bench.admin@bench.test', password: 'Retina-2026' };

/** Makes the admin who asks, once for each database. */
export async function makeAdmin(databaseUrl: string): Promise<void> {
  const opened = await openDatabase({ url: databaseUrl, dataDirectory: '' });
  const person = {
    email: login.email,
    firstName: 'Bench',
    lastName: 'Admin',
    role: 'admin',
  } as const;
  const passwordHash = await hashPassword(login.password);
  await storeAccount(opened.db, { ...person, passwordHash });
  await opened.close();
}

/** The headers of that admin's calls to the API at `api`. */
export async function signIn(api: string): Promise<Record<string, string>> {
  const answer = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return { authorization: `Bearer ${data.token}` };
}
