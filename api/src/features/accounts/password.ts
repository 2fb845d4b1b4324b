import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP Password Storage: argon2id, 19 MiB, two passes, one lane. Runs on the thread pool. */
const cost = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

let decoy: Promise<string> | undefined;

/** Hashes a password as typed, whole. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * Compares a password with a stored hash. Without a hash the same work is done and the answer is
 * false, so that the time does not tell whether the account exists.
 */
export async function passwordMatches(
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(24).toString('base64'));
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}
