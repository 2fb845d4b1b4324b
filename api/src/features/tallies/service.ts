import type { Logger } from 'pino';
import { sizeAfter } from '../../db/batch-size.ts';
import { batchBriefly } from '../../db/briefly.ts';
import type { Db } from '../../db/client.ts';
import type { Search } from '../../db/user-search.ts';
import { foldingBatch } from './fold-repository.ts';
import { recount } from './recount.ts';
import { isRecountDue } from './recount-repository.ts';
import {
  countMatching,
  type Figures,
  findKept,
  readKept,
  readSeries,
  type Subject,
} from './repository.ts';

export type { Figures, SeriesLine } from './repository.ts';
export { newestMonth, readMonths, readSeries } from './repository.ts';

const everyMs = 5_000;
const sizes = { first: 1, most: 100 };

/** Looks up how common a search is; undefined for an empty one. */
export async function weighSearch(db: Db, typed: string | undefined): Promise<Search | undefined> {
  const text = typed?.replaceAll(/[\r\n]/g, ' ').trim();
  if (!text) return undefined;
  const { users, allUsers } = await findKept(db, text);
  return { text, isKept: users !== undefined, users, allUsers };
}

/** Exact figures of everything that matches, by status and by role or plan. */
export async function figuresOf(db: Db, subject: Subject, search?: Search): Promise<Figures[]> {
  if (search && !search.isKept) return countMatching(db, subject, search.text);
  const kept = await readKept(db, subject, search?.text ?? '');
  // None at all: nobody fits, or the search has been dropped since it was weighed.
  return search && kept.length === 0 ? countMatching(db, subject, search.text) : kept;
}

/** Exact figures of the payments of one month in London, by status and plan. */
export async function paymentsOfMonth(db: Db, month: string): Promise<Figures[]> {
  const lines = await readSeries(db, ['payment-month'], month);
  return lines
    .filter((line) => line.status === month)
    .map((line) => {
      const [status = '', kind = ''] = line.kind.split(' ');
      return { ...line, status, kind };
    });
}

/**
 * Moves what has been written into the tallies, some at a time until `signal` is aborted; false when another
 * process is at it, or more is left.
 */
export async function fold(db: Db, signal?: AbortSignal): Promise<boolean> {
  for (let size = sizes.first; !signal?.aborted; ) {
    const began = performance.now();
    const done = await batchBriefly(db, size, (transaction) => foldingBatch(transaction, size));
    if (done?.isElsewhere) return false;
    if (done?.moved === 0) return true;
    const took = performance.now() - began;
    size = done ? sizeAfter(size, { took, isFull: done.isFull }, sizes) : Math.ceil(size / 4);
  }
  return false;
}

/**
 * Folds every few seconds, and chooses anew once a day which searches are common. Any number of
 * processes may; one does. Answers how to stop.
 */
export function keepTallies(db: Db, log: Logger): () => Promise<void> {
  let running = Promise.resolve();
  const stopping = new AbortController();
  const once = async (): Promise<void> => {
    try {
      const isFolded = await fold(db, stopping.signal);
      if (isFolded && (await isRecountDue(db))) await recount(db, undefined, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.warn({ err: error }, 'tallies not folded, will be tried again');
    }
  };
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = once().finally(() => {
      idle = true;
    });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
