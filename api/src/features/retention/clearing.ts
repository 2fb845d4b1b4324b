import { setTimeout as rest } from 'node:timers/promises';
import { before } from 'contract/retention';
import { sizeAfter } from '../../db/batch-size.ts';
import { batchBriefly } from '../../db/briefly.ts';
import type { Db } from '../../db/client.ts';
import { rulesOf } from '../../db/retention.ts';
import type { Batch } from '../../db/retention-clears.ts';

/** One of a subscription takes some milliseconds. */
const sizes = { first: 2, most: 1_000 };

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
 * Clears away what is over by the rules that are kept so often. Each batch is a short transaction, which is
 * given up and done in smaller ones where it is not, and after each one it rests for as long, so that others
 * have half of what the database can do.
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
    counts[table] ??= 0;
    while (from !== null) {
      if (performance.now() > until) return { counts, isPartial: true };
      const began = performance.now();
      const batch: Batch = { now, before: since, most: size, from };
      const clearing = await clear(db, batch);
      if (!clearing) break;
      const done = await batchBriefly(db, size, (transaction) => [clearing(transaction)]);
      const took = performance.now() - began;
      if (!done) {
        size = Math.ceil(size / 4);
        await rest(took);
        continue;
      }
      const { count, next } = done;
      counts[table] += count;
      from = next;
      size = sizeAfter(size, { took, isFull: count === size }, sizes);
      if (from !== null) await rest(took);
    }
  }
  return { counts, isPartial: false };
}
