import type { Role, SessionUser } from 'contract/accounts';
import { storageKeys } from 'contract/storage';
import { stubCall } from './api.ts';

const people = {
  user: { first_name: 'Priya', last_name: 'Nair', email: 'priya.nair@hospital.test' },
  admin: { first_name: 'Amara', last_name: 'Osei', email: 'admin@demo.test' },
};

const inText = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with its user, as a sign-in answers them. */
export function newSession(role: Role, parts: Partial<SessionUser> = {}) {
  const user: SessionUser = {
    ...{ id: '019fa1c2-0000-7000-8000-0000000000ff', role, is_active: true, ...people[role] },
    ...{ created_at: '', updated_at: '', hasActiveSubscription: false, email_verified: true },
    ...parts,
  };
  const { id: userId, email, first_name: firstName, last_name: lastName } = user;
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const token = `a.${inText({ userId, email, firstName, lastName, role, exp })}.c`;
  return { token, user };
}

/** Signs somebody in whom the stubbed server knows, too. Returns the token. */
export function signIn(role: Role = 'user', parts: Partial<SessionUser> = {}): string {
  const { token, user } = newSession(role, parts);
  localStorage.setItem(storageKeys.token, token);
  localStorage.setItem(storageKeys.user, JSON.stringify(user));
  stubCall('/user', { success: true, message: '', data: user });
  return token;
}
