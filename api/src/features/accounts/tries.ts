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
   * they have a new password. Of codes the days' counts stay.
   */
  forgetAccount(db: Db, owner: Trier): Promise<void>;
}

const minute = 60;
const hour = 3_600;
const block = 15 * minute;
/** Seconds for which a try without a verdict counts: a process that was killed gives none. */
const pendingSeconds = 30;

const day = 24 * hour;
const ofPair = [
  { most: 6, seconds: minute, block },
  { most: 12, seconds: hour, block },
];
// So few in a day that no four devices fill what all have together: one in other hands keeps none of the rest out.
const ofDevice = [
  { most: 6, seconds: minute, block },
  { most: 24, seconds: day, block: 0 },
];
const ofDevices = [{ most: 100, seconds: day, block: 0 }];
const ofAccount = [
  { most: 30, seconds: hour, block: 0 },
  { most: 100, seconds: day, block: 0 },
];

/** What is tried: passwords, codes of apps, or recovery codes, each counted apart (product S501). */
type Tried = 'login' | 'code' | 'recovery';

/**
 * Failed sign-ins (product S4 to S8): of an account from a network, of an account from everywhere, and
 * of a network on all accounts. A device that the owner has signed in from is counted by itself, and with
 * the others of its account, so nothing that strangers try elsewhere keeps the owner out. In demo mode all come
 * from one address. Recovery codes are not guessed: no account has a limit of them that strangers could fill.
 */
export function createTries(db: Db, { demo, of = 'login' }: { demo: boolean; of?: Tried }): Tries {
  const clean = createCleaning(db);
  const ofNetwork = [{ most: 100 * (demo ? 50 : 1), seconds: hour, block: 0 }];
  const ofAll = of === 'recovery' ? [] : ofAccount;
  // By reset after reset whoever reads the owner's mails would guess codes without end.
  const forgottenOfAll = of === 'login' ? ofAll : ofAll.filter(({ seconds }) => seconds < day);

  const counters = (name: string, key: string, limits: Omit<Counter, 'key'>[]): Counter[] =>
    limits.map((limit) => ({ ...limit, key: counterOf(name, limit.seconds, key) }));
  const everywhere = (account: string, limits = ofAll) =>
    counters(`${of}-account`, account, limits);
  const onDevices = (account: string) => counters(`${of}-account-devices`, account, ofDevices);

  function countersOf({ account, network, device }: Trier): { own: Counter[]; all: Counter[] } {
    if (device) {
      const own = counters(`${of}-device`, `${account} ${device}`, ofDevice);
      return { own, all: [...own, ...onDevices(account)] };
    }
    const own = counters(of, `${account} ${network}`, ofPair);
    const ofWhole = counters(`${of}-network`, network, ofNetwork);
    return { own, all: [...own, ...everywhere(account), ...ofWhole] };
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
        device?.known ?? [],
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
      const shared = [
        ...everywhere(account, forgottenOfAll),
        ...(of === 'login' ? onDevices(account) : []),
      ];
      const keys = [...new Set([...shared, ...own].map(({ key }) => key))];
      await endTry(transaction, { id: '', keys, failed: false, forgotten: keys });
    },
  };
}
