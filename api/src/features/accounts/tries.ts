import type { HeldBack } from 'contract/failures';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { emailKey } from '../../db/email-key.ts';
import { counterOf, createCleaning } from '../../http/limits.ts';
import type { Device } from './device.ts';
import { findHeldBack } from './held-back-repository.ts';
import { beginLogin, type Login } from './login-repository.ts';
import { beginTry, type Counter, endTry, isAnyFull, type Try } from './tries-repository.ts';

/** How many tries were held back lately, by the limit that did (product D510). */
export const countHeldBack = (db: Db): Promise<HeldBack[]> => findHeldBack(db);

export type { Try } from './tries-repository.ts';

/** Who tries to sign in. */
interface Trier {
  /** The key of the e-mail, whether or not it has an account. */
  account: string;
  network: string;
  /** The id of the device, if the account's owner has signed in from it. */
  device: string | null;
}

/** `wait`: the seconds to wait, above 0 when it was not begun; `isFirst`: nobody was refused before it. */
type BegunTry = Try & { wait: number; isFirst: boolean };

export interface Tries {
  /** Begins a try; `wait` is above 0, in seconds, when there were too many: then there is none. */
  begin(trier: Trier): Promise<BegunTry>;
  /** The same by an e-mail and the device's mark, and finds who has that e-mail, in one statement. */
  beginLogin(login: {
    email: string;
    network: string;
    device: Device | null;
  }): Promise<{ attempt: BegunTry; found: Login | undefined; isKnown: boolean }>;
  /** Whether it is the account's own limits that hold a try back, and not its network's alone. */
  isAccountFull(attempt: Try): Promise<boolean>;
  /** Counts a try: the password was wrong. */
  fail(attempt: Try): Promise<void>;
  /** Ends a try that was right, and forgets the failures before it. */
  succeed(attempt: Try): Promise<void>;
  /** Takes a try back that was given no verdict. */
  takeBack(attempt: Try): Promise<void>;
  /**
   * Forgets what was tried on an account from everywhere, and from where its owner is now, by address and device:
   * they have a new password.
   */
  forgetAccount(db: Db, owner: Trier): Promise<void>;
}

const minute = 60;
const hour = 3_600;
const block = 15 * minute;
/** Seconds for which a try without a verdict counts: a process that was killed gives none. */
const pendingSeconds = 30;

const fewEach = [
  { most: 6, seconds: minute, block },
  { most: 12, seconds: hour, block },
];
const ofAccount = [
  { most: 30, seconds: hour, block: 0 },
  { most: 100, seconds: 24 * hour, block: 0 },
];

/**
 * Failed sign-ins (product S4 to S8): of an account from a network, of an account from everywhere, and
 * of a network on all accounts. A device that the owner has signed in from is counted by itself, so
 * nothing that is tried elsewhere keeps the owner out. In demo mode all come from one address. What is
 * tried, passwords (`login`) or codes, is counted apart (product S501).
 */
export function createTries(
  db: Db,
  { demo, of = 'login' }: { demo: boolean; of?: 'login' | 'code' },
): Tries {
  const clean = createCleaning(db);
  const ofNetwork = [{ most: 100 * (demo ? 50 : 1), seconds: hour, block: 0 }];

  const counters = (name: string, key: string, limits: Omit<Counter, 'key'>[]): Counter[] =>
    limits.map((limit) => ({ ...limit, key: counterOf(name, limit.seconds, key) }));
  const everywhere = (account: string) => counters(`${of}-account`, account, ofAccount);

  function countersOf({ account, network, device }: Trier): { own: Counter[]; all: Counter[] } {
    if (device) {
      const own = counters(`${of}-device`, `${account} ${device}`, fewEach);
      return { own, all: own };
    }
    const own = counters(of, `${account} ${network}`, fewEach);
    const ofAll = counters(`${of}-network`, network, ofNetwork);
    return { own, all: [...own, ...everywhere(account), ...ofAll] };
  }

  const begun = (
    id: string,
    { own, all }: ReturnType<typeof countersOf>,
    { wait, isFirst }: { wait: number; isFirst: boolean },
  ): BegunTry => ({
    ...{ id, isFirst, wait: Math.ceil(wait) },
    keys: all.map(({ key }) => key),
    forgotten: own.map(({ key }) => key),
  });

  return {
    async begin(trier) {
      await clean();
      const [id, counted] = [uuid(), countersOf(trier)];
      return begun(id, counted, await beginTry(db, id, counted.all, pendingSeconds));
    },

    async beginLogin({ email, network, device }) {
      await clean();
      const [id, account] = [uuid(), emailKey(email)];
      const unknown = countersOf({ account, network, device: null });
      const known = device ? countersOf({ account, network, device: device.id }) : unknown;
      const attempt = { id, known: known.all, unknown: unknown.all, pendingSeconds };
      const { found, isKnown, ...verdict } = await beginLogin(
        db,
        email,
        attempt,
        device?.users ?? [],
      );
      return { attempt: begun(id, isKnown ? known : unknown, verdict), found, isKnown };
    },

    isAccountFull: ({ keys }) =>
      isAnyFull(
        db,
        keys.filter((key) => !key.startsWith(`${of}-network-`)),
      ),

    fail: ({ id, keys }) => endTry(db, { id, keys, failed: true, forgotten: [] }),

    succeed: ({ id, keys, forgotten }) => endTry(db, { id, keys, failed: false, forgotten }),

    takeBack: ({ id, keys }) => endTry(db, { id, keys, failed: false, forgotten: [] }),

    async forgetAccount(transaction, { account, network, device }) {
      const own = [null, device].flatMap(
        (one) => countersOf({ account, network, device: one }).own,
      );
      const keys = [...new Set([...everywhere(account), ...own].map(({ key }) => key))];
      await endTry(transaction, { id: '', keys, failed: false, forgotten: keys });
    },
  };
}
