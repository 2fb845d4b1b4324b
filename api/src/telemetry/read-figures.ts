import type { Database } from '../db/client.ts';
import { countHeldBack } from '../features/accounts/tries.ts';
import { lastRuns } from '../features/billing/reconciliation/service.ts';
import { countGivenUp } from '../features/operations/service.ts';
import type { Services } from '../services.ts';
import { findQueues, findWaiting } from './figures-repository.ts';

type Needed = Pick<Services, 'db' | 'log'>;

/** What was read; a figure that could not be is undefined. */
export type Figures = Awaited<ReturnType<typeof ask>>;

/**
 * Reads what waits, what gave up and what the last sweep found; undefined while the
 * database is away. It is asked once in `freshMs` at most, however many read.
 */
export function createFigures(
  services: Needed,
  database: Pick<Database, 'ping'>,
  freshMs = 5_000,
): () => Promise<Figures | undefined> {
  let asked: Promise<Figures | undefined> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (!asked || performance.now() - askedAt > freshMs) {
      askedAt = performance.now();
      asked = database.ping().then(
        () => ask(services),
        () => undefined,
      );
    }
    return asked;
  };
}

/** Each by itself: a table that is locked says nothing of the others, nor of the database. */
async function ask({ db, log }: Needed) {
  let unknown = 0;
  const known = <T>(figure: Promise<T>): Promise<T | undefined> =>
    figure.catch((err: unknown) => {
      unknown += 1;
      log.warn({ err }, 'a figure could not be read');
      return undefined;
    });
  const [waiting, queues, givenUp, heldBack, runs] = await Promise.all([
    known(findWaiting(db)),
    known(findQueues(db)),
    known(countGivenUp(db)),
    known(countHeldBack(db)),
    known(lastRuns(db)),
  ]);
  return {
    waiting,
    queues,
    givenUp,
    heldBack,
    unknown,
    /** How far this machine's clock is ahead of the database's, in seconds. */
    aheadOfDatabase: waiting && Date.now() / 1_000 - waiting.now,
    /** Of the last whole sweep; null where there was none yet. */
    sweep: runs && figuresOf(runs.run),
  };
}

function figuresOf(run: Awaited<ReturnType<typeof lastRuns>>['run']) {
  if (!run) return null;
  return {
    finishedAt: run.finishedAt.getTime() / 1_000,
    checked: run.checked,
    found: run.found,
    notRepaired: run.differences.filter(({ repaired }) => !repaired).length,
  };
}
