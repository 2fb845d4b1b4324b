import { createHash } from 'node:crypto';
import type { HalfSignedIn } from 'contract/accounts';
import { v7 as uuid } from 'uuid';
import { signed } from '../../http/signed.ts';

/** Somebody whose password was right, and who is to prove a second factor. */
interface Half {
  /** Told apart from others of the same person: one opens one session. */
  id: string;
  userId: string;
  /** Of the password that was compared: another one since makes it void. */
  password: string;
}

/** Time to find the phone in another coat. */
const lifetimeMs = 10 * 60_000;

const halves = (secret: string) => signed<Half>(secret, 'second factor', lifetimeMs);

const markOf = (passwordHash: string) =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);

/** What a login is answered whose second step is still to come. `secret` is base64url. */
export function halfSignIn(
  secret: string,
  user: { id: string; passwordHash: string },
  methods: HalfSignedIn['second_factor']['methods'],
): HalfSignedIn {
  const half = { id: uuid(), userId: user.id, password: markOf(user.passwordHash) };
  return { second_factor: { token: halves(secret).write(half), methods } };
}

/** Whose token this is; null for one that is forged or too old. */
export function readHalf(secret: string, token: string): Half | null {
  return halves(secret).read(token);
}

/** Whether the password is still the one that was compared. */
export function isSamePassword(half: Half, user: { passwordHash: string }): boolean {
  return half.password === markOf(user.passwordHash);
}
