import { createHash } from 'node:crypto';
import type { Db } from '../db/client.ts';
import { type CountedTry, countTries, deleteOldCounters, type Window } from '../db/count-tries.ts';
import { TooMany } from './errors.ts';

/** A limit on how often something may be tried, shared by all processes. */
interface Limit {
  /** Counts one try. Throws TooMany, with the seconds to wait, once there were too many. */
  take(key: string): Promise<void>;
  /** Counts one try, and answers whether it was not too many. */
  allows(key: string): Promise<boolean>;
}

export interface Limits {
  /** Sign-ups from one address. */
  registration: Limit;
  /** Requests for reset mails: for one account from one address, and from one address in all. */
  resetOfAccount: Limit;
  resetFromAddress: Limit;
  /** Log-ins of one account that succeed, each of which is noted; `counted` is for a statement that counts itself. */
  logIns: Limit & { counted(key: string): CountedTry };
  /** Reset mails to one person, whoever asks for them: at first, in a day, and after so many. */
  resetMails: { few: Limit; ofDay: Limit; slow: Limit };
  /** Links to confirm an e-mail that one user has sent again. */
  verification: Limit;
  /** Changes of e-mail that one user asks for. */
  emailChange: Limit;
  /** Changes of name of one user. */
  nameChange: Limit;
  /** Mails to one user of devices that the account has not known, and of tries that were held back. */
  newDevice: Limit;
  triesNotice: Limit;
  /** Checkouts of one user. */
  checkout: Limit;
  /** Set-ups of a second factor that one user begins, and recovery codes made anew. */
  setUp: Limit;
  /** Uses of one challenge of a passkey. */
  challenge: Limit;
  /** Sessions that one login with a second step opens. */
  halfSignIn: Limit;
  /** Uses of one ticket for an export. */
  exportTicket: Limit;
  /** Copies of one's data that are made. */
  dataCopy: Limit;
  /** Cancelling, taking that back and confirming of one user: many, for these ask Stripe, too. */
  afterCheckout: Limit;
  /** Entries of the audit log that somebody signed in can cause at will: one of each kind. */
  repeatedEntry: Limit;
}

const minute = 60;
const hour = 3_600;

/**
 * Product S9 to S14, S36, S37. In demo mode everybody comes from one address and shares the demo's
 * accounts, so limits on an address and on log-ins are 50 times as wide; others on an account are the
 * same everywhere.
 */
export function createLimits(db: Db, { demo }: { demo: boolean }): Limits {
  const wide = demo ? 50 : 1;
  const block = 15 * minute;
  const logIns = { tries: 120 * wide, seconds: hour, block };
  const limit = (name: string, ...windows: Window[]) => createLimit(db, name, windows);
  return {
    registration: limit('registration', { tries: 30 * wide, seconds: hour, block }),
    resetOfAccount: limit('reset-account', { tries: 5, seconds: hour, block }),
    resetFromAddress: limit('reset-address', { tries: 20 * wide, seconds: hour, block }),
    logIns: {
      ...limit('log-ins', logIns),
      counted: (key) => ({ ...logIns, counter: counterOf('log-ins', logIns.seconds, key) }),
    },
    resetMails: {
      few: limit('reset-mails', { tries: 3, seconds: 20 * minute }),
      ofDay: limit('reset-mails-of-day', { tries: 20, seconds: 24 * hour }),
      slow: limit('reset-mails-slow', { tries: 1, seconds: 20 * minute }),
    },
    verification: limit('verification', { tries: 5, seconds: hour, block }),
    emailChange: limit('email-change', { tries: 10, seconds: hour, block }),
    nameChange: limit('name-change', { tries: 20, seconds: hour, block }),
    newDevice: limit('new-device', { tries: 10, seconds: 24 * hour }),
    triesNotice: limit('tries-notice', { tries: 1, seconds: 24 * hour }),
    checkout: limit('checkout', { tries: 60, seconds: hour, block }),
    setUp: limit('set-up', { tries: 20, seconds: hour, block }),
    challenge: limit('challenge', { tries: 1, seconds: 10 * minute }),
    halfSignIn: limit('half-sign-in', { tries: 1, seconds: 15 * minute }),
    exportTicket: limit('export-ticket', { tries: 1, seconds: 2 * minute }),
    dataCopy: limit('data-copy', { tries: 20, seconds: 24 * hour }),
    afterCheckout: limit('after-checkout', { tries: 300, seconds: hour, block }),
    repeatedEntry: limit('repeated-entry', { tries: 1, seconds: 15 * minute }),
  };
}

/** After so many tries of a kind a process clears away what has run out. */
const triesPerCleaning = 1_000;

/** The name of a counter. What is counted may be an e-mail or an address; neither is kept. */
export function counterOf(name: string, seconds: number, key: string): string {
  return `${name}-${seconds}:${createHash('sha256').update(key).digest('base64url')}`;
}

/** Called for each try, and clears away now and then. */
export function createCleaning(db: Db): () => Promise<void> {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries % triesPerCleaning === 0) await deleteOldCounters(db);
  };
}

function createLimit(db: Db, name: string, windows: Window[]): Limit {
  const count = countTries(name, windows);
  const clean = createCleaning(db);

  /** Counts one try; the seconds to wait, 0 if it may go on. */
  async function counted(key: string): Promise<number> {
    await clean();
    const keys = windows.map(({ seconds }) => counterOf(name, seconds, key));
    const rows = await count(db).execute(
      Object.fromEntries(keys.map((counter, n) => [`key${n}`, counter])),
    );
    const waits = rows
      .filter(({ key: counter, points }) => points > (windows[keys.indexOf(counter)]?.tries ?? 0))
      .map(({ secondsLeft }) => secondsLeft);
    return Math.ceil(Math.max(0, ...waits));
  }

  return {
    async take(key) {
      const seconds = await counted(key);
      if (seconds > 0) throw new TooMany(seconds);
    },
    allows: async (key) => (await counted(key)) === 0,
  };
}
