import { createHash } from 'node:crypto';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../db/client.ts';
import { rateLimits } from '../db/schema.ts';
import { TooMany } from './errors.ts';

/** A limit on how often something may be tried, shared by all processes. */
interface Limit {
  /** Counts one try. Throws TooMany, with the seconds to wait, once there were too many. */
  take(key: string): Promise<void>;
  /** Forgets the tries of this key, after one that succeeded. */
  forget(key: string): Promise<void>;
}

export interface Limits {
  /** Failed sign-ins of one account from one address: a stranger cannot lock the owner out. */
  login: Limit;
  /** Sign-ups from one address. */
  registration: Limit;
  /** Reset mails for one account, and askings from one address. */
  resetOfAccount: Limit;
  resetFromAddress: Limit;
  /** Checkouts of one user. */
  checkout: Limit;
}

const minute = 60;
const hour = 3_600;

/**
 * Quality line 3. In demo mode everybody comes from one address, so limits on an address are 50
 * times as wide; limits on an account are the same everywhere.
 */
export function createLimits(db: Db, { demo }: { demo: boolean }): Limits {
  const wide = demo ? 50 : 1;
  const block = 15 * minute;
  const limit = (name: string, ...windows: Window[]) => createLimit(db, name, windows);
  return {
    login: limit(
      'login',
      { tries: 6, seconds: minute, block },
      { tries: 12, seconds: hour, block },
    ),
    registration: limit('registration', { tries: 30 * wide, seconds: hour, block }),
    resetOfAccount: limit('reset-account', { tries: 5, seconds: hour, block }),
    resetFromAddress: limit('reset-address', { tries: 20 * wide, seconds: hour, block }),
    checkout: limit('checkout', { tries: 60, seconds: hour, block }),
  };
}

interface Window {
  tries: number;
  seconds: number;
  /** Seconds of refusal once there were too many tries. */
  block: number;
}

function createLimit(db: Db, name: string, windows: Window[]): Limit {
  const limiters = windows.map(
    ({ tries, seconds, block }) =>
      new RateLimiterDrizzle({
        storeClient: db,
        schema: rateLimits,
        keyPrefix: `${name}-${seconds}`,
        points: tries,
        duration: seconds,
        blockDuration: block,
      }),
  );
  // What is counted may be an e-mail or an address; neither is kept.
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');

  return {
    async take(key) {
      for (const limiter of limiters) {
        try {
          await limiter.consume(hashed(key));
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          throw new TooMany(Math.ceil(refusal.msBeforeNext / 1000));
        }
      }
    },
    async forget(key) {
      await Promise.all(limiters.map((limiter) => limiter.delete(hashed(key))));
    },
  };
}
