import { before } from 'contract/retention';
import type { Db } from '../../db/client.ts';
import { rulesOf } from '../../db/retention.ts';

/** A batch shorter than this may grow, a longer one shrinks: what it locks others wait for. */
const shortMs = 15;
const longMs = 40;
/** How dear a row is shows with the first few: one of a subscription takes some milliseconds. */
const sizes = { first: 2, least: 1, most: 2_000 };

export interface Pass {
  /** The time that periods are counted back from. */
  now: Date;
  /** When to stop, in milliseconds of `performance.now()`. */
  until: number;
}

/** How many rows went from each table; whether time ran out before all had. */
export interface Outcome {
  counts: Record<string, number>;
  isPartial: boolean;
}

/**
 * Clears away what is over by the rules that are kept so often. Each batch is a short transaction, and
 * after each one it rests for as long, so that others have half of what the database can do.
 */
export async function clearAway(
  db: Db,
  every: 'hour' | 'day',
  { now, until }: Pass,
): Promise<Outcome> {
  const counts: Record<string, number> = {};
  for (const { table, period, clear } of rulesOf(every)) {
    const since = before(now, period);
    let size = sizes.first;
    let from: string | null = '';
    while (from !== null) {
      if (performance.now() > until) return { counts, isPartial: true };
      const began = performance.now();
      const { count, next } = await clear(db, { now, before: since, most: size, from });
      const took = performance.now() - began;
      counts[table] = (counts[table] ?? 0) + count;
      from = next;
      size = sizeAfter(size, { took, isFull: count === size });
      if (from !== null) await rest(took);
    }
  }
  return { counts, isPartial: false };
}

/** How many rows the next batch has, after one that took so many milliseconds. */
export function sizeAfter(
  size: number,
  { took, isFull }: { took: number; isFull: boolean },
): number {
  if (took > longMs) return Math.max(sizes.least, Math.floor((size * shortMs) / took));
  return took < shortMs && isFull ? Math.min(sizes.most, size * 2) : size;
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
