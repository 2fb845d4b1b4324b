import type { Database } from '../db/client.ts';
import { countHeldBack } from '../features/accounts/tries.ts';
import { lastRuns } from '../features/billing/reconciliation/service.ts';
import { countGivenUp } from '../features/operations/service.ts';
import type { Services } from '../services.ts';
import { findQueues, findWaiting } from './figures-repository.ts';

export type Figures = Awaited<ReturnType<typeof ask>>;

/**
 * Reads what waits, what gave up and what the last sweep found; undefined while the
 * database is away. It is asked once in `freshMs` at most, however many read.
 */
export function createFigures(
  services: Pick<Services, 'db'>,
  database: Pick<Database, 'ping'>,
  freshMs = 5_000,
): () => Promise<Figures | undefined> {
  let asked: Promise<Figures | undefined> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (!asked || performance.now() - askedAt > freshMs) {
      askedAt = performance.now();
      asked = database
        .ping()
        .then(() => ask(services))
        .catch(() => undefined);
    }
    return asked;
  };
}

async function ask({ db }: Pick<Services, 'db'>) {
  const [waiting, queues, givenUp, heldBack, { run }] = await Promise.all([
    findWaiting(db),
    findQueues(db),
    countGivenUp(db),
    countHeldBack(db),
    lastRuns(db),
  ]);
  return {
    waiting,
    queues,
    givenUp,
    heldBack,
    /** How far this machine's clock is ahead of the database's, in seconds. */
    aheadOfDatabase: waiting && Date.now() / 1_000 - waiting.now,
    sweep: run && {
      finishedAt: run.finishedAt.getTime() / 1_000,
      checked: run.checked,
      found: run.found,
      notRepaired: run.differences.filter(({ repaired }) => !repaired).length,
    },
  };
}
