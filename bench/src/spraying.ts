import pg from 'pg';
import type { Db } from '../../api/src/db/client.ts';
import { openDatabase } from '../../api/src/db/open.ts';
import { countHeldBack, createTries } from '../../api/src/features/accounts/tries.ts';
import { createLimits } from '../../api/src/http/limits.ts';

/** Of one hour. */
const guesses = Number(process.env.BENCH_GUESSES ?? 10_000);
const minutes = 60;
/** As many as a server works on at once. */
const lanes = 8;
/** How often in a minute the owner of the first account logs in. */
const loginsPerMinute = 2;

interface Attack {
  what: string;
  addresses: number;
  accounts: number;
  /** The marks of devices of the account that were stolen, if any. */
  marks?: number;
}

const attacks: Attack[] = [
  { what: 'one password on every account', addresses: 1, accounts: guesses },
  { what: 'the same, spread', addresses: 50, accounts: guesses },
  { what: 'leaked pairs, one for each account', addresses: 500, accounts: guesses },
  { what: 'leaked lists, many for each account', addresses: 500, accounts: 200 },
  { what: 'one account', addresses: 1, accounts: 1 },
  { what: 'one account, spread', addresses: 50, accounts: 1 },
  { what: 'one account, from everywhere', addresses: guesses, accounts: 1 },
  { what: 'one account, with the mark of one of its devices', addresses: 1, accounts: 1, marks: 1 },
  { what: 'one account, with the marks of ten', addresses: 1, accounts: 1, marks: 10 },
];

const columns = [
  'attack',
  'addresses',
  'accounts',
  'guesses looked at',
  'held back',
  'owners told by mail',
  'owner let in from a known device',
  'and from a new one',
];

/**
 * An hour of wrong guesses against the limits of the server, on PostgreSQL, as a Markdown table: how many
 * are looked at, and whether the owner of one of the accounts gets in meanwhile. The hour is passed by
 * moving the limits' ends; nothing is hashed.
 */
export async function benchSpraying(url: string): Promise<string> {
  const database = await openDatabase({ url, dataDirectory: '' });
  const clock = new pg.Client({ connectionString: url });
  await clock.connect();
  try {
    const lines = [columns, columns.map(() => '---')];
    for (const attack of attacks) {
      await clock.query('delete from rate_limits');
      lines.push(await lineOf(database.db, attack, (began) => passMinute(clock, began)));
    }
    return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  } finally {
    await clock.end();
    await database.close();
  }
}

/**
 * Moves the end of every limit as if a minute had passed since `began`, of `performance.now()`; the counts of
 * what was held back stay.
 */
async function passMinute(clock: pg.Client, began: number): Promise<void> {
  const left = 60 - (performance.now() - began) / 1_000;
  await clock.query(
    `update rate_limits set expire = expire - make_interval(secs => $1) where key not like 'held-back-%'`,
    [left],
  );
}

async function lineOf(
  db: Db,
  attack: Attack,
  minutePasses: (began: number) => Promise<void>,
): Promise<string[]> {
  const { passed, told, known, unknown } = await make(db, attack, minutePasses);
  const held = (await countHeldBack(db)).reduce((sum, { day }) => sum + day, 0);
  const mine = known.asked - known.let + unknown.asked - unknown.let;
  if (held !== guesses - passed + mine) throw new Error(`${held} are told of as held back`);
  const all = [attack.addresses, attack.accounts, passed, guesses - passed, told];
  const words = all.map((figure) => figure.toLocaleString('en-GB'));
  const share = (one: typeof known) => `${one.let} of ${one.asked}`;
  return [attack.what, ...words, share(known), share(unknown)];
}

async function make(
  db: Db,
  { addresses, accounts, marks = 0 }: Attack,
  minutePasses: (began: number) => Promise<void>,
) {
  const tries = createTries(db, { demo: false });
  const limits = createLimits(db, { demo: false });
  const known = { asked: 0, let: 0 };
  const unknown = { asked: 0, let: 0 };
  let passed = 0;
  let told = 0;

  /** As a login begins: the first that a limit refuses is told to the account's owner. */
  async function begin(account: string, network: string, device: string | null = null) {
    const attempt = await tries.begin({ account, network, device });
    const isAbout = attempt.isFirst && (await tries.isAccountFull(attempt));
    if (isAbout && (await limits.triesNotice.allows(account))) told += 1;
    return attempt;
  }

  async function ownerLogsIn(device: string | null, count: typeof known): Promise<void> {
    const attempt = await begin('account-0', 'the hospital', device);
    count.asked += 1;
    if (attempt.wait > 0) return;
    await tries.succeed(attempt);
    count.let += 1;
  }

  async function guess(n: number): Promise<void> {
    // Each address goes on to other accounts, where there are others.
    const address = Math.floor(n / accounts + n) % addresses;
    const device = marks > 0 ? `stolen-${n % marks}` : null;
    const attempt = await begin(`account-${n % accounts}`, `address-${address}`, device);
    if (attempt.wait > 0) return;
    await tries.fail(attempt);
    passed += 1;
  }

  let next = 0;
  const lane = async (end: number): Promise<void> => {
    while (next < end) await guess(next++);
  };
  for (let minute = 1; minute <= minutes; minute += 1) {
    const began = performance.now();
    const end = Math.round((guesses / minutes) * minute);
    await Promise.all([
      ...Array.from({ length: lanes }, () => lane(end)),
      ...Array.from({ length: loginsPerMinute }, () => ownerLogsIn('known', known)),
      ...Array.from({ length: loginsPerMinute }, () => ownerLogsIn(null, unknown)),
    ]);
    await minutePasses(began);
  }
  return { passed, told, known, unknown };
}
