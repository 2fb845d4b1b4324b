import { randomBytes } from 'node:crypto';
import { type Caller, limitConcurrency } from './concurrency.ts';
import { hashOnThread, mostThreads, verifyOnThread } from './hashing-threads.ts';
import { passwordCost } from './password-cost.ts';

/** For each thread one that it is at, and one that lies ready. */
const inTurn = limitConcurrency(2 * mostThreads, 49 * mostThreads);

const filler = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');

/** The hash of no password that anybody knows, as dear to compare with as any other. */
export function hashOfNone(): string {
  const { memoryCost, timeCost, parallelism } = passwordCost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${filler(16)}$${filler(32)}`;
}

const decoy = hashOfNone();

/** Hashes a password as typed, whole. Throws Unavailable when too many wait already. */
export function hashPassword(password: string, caller?: Caller): Promise<string> {
  return inTurn(() => hashOnThread(password, passwordCost), caller);
}

/**
 * Compares a password with a stored hash. Without a hash the same work is done and the answer is
 * false, so that the time does not tell whether the account exists. Throws Unavailable when too many wait already.
 */
export async function passwordMatches(
  password: string,
  stored: string | undefined,
  caller?: Caller,
): Promise<boolean> {
  const matches = await inTurn(() => verifyOnThread(stored ?? decoy, password), caller);
  return stored !== undefined && matches;
}
