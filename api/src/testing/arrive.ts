import { findLogin } from '../features/accounts/login-repository.ts';
import { hashPassword } from '../features/accounts/password.ts';
import { presentSessionUser } from '../features/accounts/present.ts';
import { storeAccount } from '../features/accounts/service.ts';
import type { Services } from '../services.ts';
import type { Arrive } from './client.ts';

// Nearly everybody in a test has the same password, and a hash costs 64 MiB.
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/**
 * Lets people in by the rows of an account and a session, as a sign-up, a sign-in and the link to
 * confirm the e-mail leave them, but for the mails, what was agreed to and the audit log's word of it. Their password
 * works. Who is there already gets another session.
 */
export function arriveIn({ db, sessions }: Pick<Services, 'db' | 'sessions'>): Arrive {
  return async ({ email, first_name, last_name, password }, role = 'user') => {
    const passwordHash = await hashOf(password);
    const name = { firstName: first_name, lastName: last_name };
    const stored = await storeAccount(db, {
      ...{ email, ...name, role, passwordHash },
      emailVerifiedAt: new Date(),
    });
    const row = stored ?? (await findLogin(db, email))?.user;
    if (!row) throw new Error(`${email} is neither free nor somebody's`);
    const token = await sessions.open(row, { address: '127.0.0.1', factor: 'password' });
    if (!token) throw new Error('no session');
    return { token, user: presentSessionUser(row, false) };
  };
}
