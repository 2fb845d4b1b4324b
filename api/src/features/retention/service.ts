import type { Services } from '../../services.ts';
import { clearAway, type Pass } from './clearing.ts';
import { endInactive } from './inactive.ts';
import { type FinishedRun, findLastRun, finishRun, insertRun } from './runs-repository.ts';

/** How long a run may take; what is left is for the next. */
const longestMs = { hour: 5 * 60_000, day: 50 * 60_000 };
/** What of it accounts that nobody uses may take: the first time there may be very many. */
const inactiveMs = 20 * 60_000;

const passOf = (ms: number, now: Date): Pass => ({ now, until: performance.now() + ms });

/** Until when each part of the daily job may run; what one leaves of its time the next may use. */
export const dailyPasses = (now: Date) => ({
  inactive: passOf(inactiveMs, now),
  clearing: passOf(longestMs.day, now),
});

/** Clears away what is to go within the hour after its time (product O22). */
export async function keepHourly({ db }: Services, now = new Date()): Promise<void> {
  await clearAway(db, 'hour', passOf(longestMs.hour, now));
}

/**
 * The daily job: clears away whatever is older than its period, ends accounts that nobody uses, and
 * reports what it did (product O265). It may be killed and run again at any point.
 */
export async function keepRetention(services: Services, now = new Date()): Promise<void> {
  const { db, log } = services;
  const passes = dailyPasses(now);
  const run = await insertRun(db);
  const ended = await endInactive(services, passes.inactive);
  const cleared = await clearAway(db, 'day', passes.clearing);
  const result = {
    counts: { ...cleared.counts, ...ended.counts },
    isPartial: ended.isPartial || cleared.isPartial,
  };
  await finishRun(db, run, result);
  log.info(result, 'cleared away what was over');
}

/** What the daily job did when it last ended. */
export function lastRun({ db }: Services): Promise<FinishedRun | undefined> {
  return findLastRun(db);
}
