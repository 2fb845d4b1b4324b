import { setTimeout as rest } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { atOnce, type Statement } from './at-once.ts';
import type { Db } from './client.ts';
import {
  isDatabaseAway,
  isDeadlock,
  tookTooLong,
  unlessDeadlock,
  wasNotSent,
} from './unavailable.ts';

/** Together with the commit it is over in a tenth of a second. */
const mostMs = 50;
/**
 * So long a whole transaction may take until PostgreSQL ends its connection, which costs another one: where a single
 * statement is too long, that one alone is given up before.
 */
const mostInAllMs = 75;
/** So often what cannot be done in smaller pieces is tried briefly, before it takes the time that it takes. */
const tries = 5;

class TooLong extends Error {}

/**
 * The bounds of a transaction, kept by PostgreSQL and not by this process, which may stand still while it holds
 * rows: of each statement, of the pause between two, and, from version 17 on, of all of it.
 */
const limits = (knowsTransactions: boolean) => sql`select
  set_config('statement_timeout', ${String(mostMs)}, true),
  set_config('idle_in_transaction_session_timeout', ${String(mostMs)}, true)
  ${knowsTransactions ? sql`, set_config('transaction_timeout', ${String(mostInAllMs)}, true)` : sql``}`;

const asked = new WeakMap<Db, Promise<boolean>>();

/** Whether the server bounds whole transactions, which it is asked once. */
function boundsTransactions(db: Db): Promise<boolean> {
  const isKnown = asked.get(db);
  if (isKnown) return isKnown;
  const asking = db
    .execute<{ is: boolean }>(
      sql`select current_setting('server_version_num')::int >= 170000 as is`,
    )
    .then(({ rows }) => rows[0]?.is === true);
  asked.set(db, asking);
  asking.catch(() => asked.delete(db));
  return asking;
}

/** A transaction, each time from its beginning, with bounds of its own or without. */
type Way<T> = (bounds?: SQL) => Promise<T>;

/** One that asks and answers, whose time counts by our clock, too. */
const stepwise =
  <T>(db: Db, work: (transaction: Db) => Promise<T>): Way<T> =>
  (bounds) =>
    db.transaction(async (transaction) => {
      if (!bounds) return work(transaction);
      await transaction.execute(bounds);
      const began = performance.now();
      const done = await work(transaction).catch(unlessEnded);
      if (performance.now() - began > mostMs) throw new TooLong();
      return done;
    });

/**
 * Who has stood still may find no more than that the connection is gone. It was not committed then, and is tried
 * again; where the database is away, that fails, too.
 */
function unlessEnded(error: unknown): never {
  throw isDatabaseAway(error) ? new TooLong('ended', { cause: error }) : error;
}

/** What is sent in one go: the last statement's answer is that of all. */
type Make<T> = (transaction: Db) => readonly [...Statement[], Statement<T>];

const wholly =
  <T>(db: Db, make: Make<T> | ((transaction: Db) => readonly Statement[])): Way<T> =>
  async (bounds) => {
    const answers = await atOnce<readonly Statement[]>(db, (transaction) => [
      ...(bounds ? [transaction.execute(bounds)] : []),
      ...make(transaction),
    ]);
    return answers.at(-1) as T;
  };

async function bounded<T>(db: Db, way: Way<T>): Promise<{ answer: T } | undefined> {
  const bounds = limits(await boundsTransactions(db));
  try {
    return { answer: await way(bounds) };
  } catch (error) {
    const wasEnded = error instanceof TooLong || tookTooLong(error) || wasNotSent(error);
    if (wasEnded || isDeadlock(error)) return undefined;
    throw error;
  }
}

async function boundedIfItCan<T>(db: Db, way: Way<T>): Promise<T> {
  for (let tried = 0; tried < tries; tried += 1) {
    const done = await bounded(db, way);
    if (done) return done.answer;
    await rest(mostMs * 2 ** tried);
  }
  return unlessDeadlock(() => way());
}

/**
 * Runs a transaction that cannot be done in smaller pieces, briefly where one of five tries allows that: one that
 * takes 50 ms, or a statement of it, is given up, whole, so that nobody waits longer for what it locks. So is one
 * that another was in the way of. After longer and longer rests, of 1.6 s in all, it takes the time that it takes.
 */
export function asBrieflyAsItCan<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return boundedIfItCan(db, stepwise(db, work));
}

/** The same for one that is sent in one go (`atOnce`). */
export async function atOnceAsBrieflyAsItCan(
  db: Db,
  make: (transaction: Db) => readonly Statement[],
): Promise<void> {
  await boundedIfItCan(db, wholly(db, make));
}

/**
 * Sends a batch of so many rows in one go: undefined, and nothing done, where it was given up and is to be done in
 * smaller ones, which one row has not.
 */
export async function batchBriefly<T>(db: Db, size: number, make: Make<T>): Promise<T | undefined> {
  if (size === 1) return boundedIfItCan(db, wholly(db, make));
  return (await bounded(db, wholly(db, make)))?.answer;
}
