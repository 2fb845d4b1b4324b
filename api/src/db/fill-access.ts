import { setTimeout } from 'node:timers/promises';
import type { Statements } from './functions.ts';

/** How long one batch may keep those in it waiting, about. */
const batchMs = 40;
const sizes = { first: 20, least: 10, most: 1_000 };
const againMs = 100;
/** Comes before every id. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Gives everybody who subscribed before there were rows of access theirs, beside processes that go on
 * working: each batch holds some people's rows for a moment, and no table. Broken off, it is gone on with
 * by the next start; before it is done no process of this release serves anybody.
 */
export async function fillAccess(query: Statements['query']): Promise<void> {
  const { rows } = await query("select name from drizzle.__to_fill where name = 'product_access'");
  if (rows.length === 0) return;
  // Those whom somebody else was changing come in the next round.
  while (!(await fillOnce(query))) await setTimeout(againMs);
  await query("delete from drizzle.__to_fill where name = 'product_access'");
}

/** Goes through everybody once; answers whether nobody was left out. */
async function fillOnce(query: Statements['query']): Promise<boolean> {
  let isWhole = true;
  let size = sizes.first;
  for (let behind = nobody; ; ) {
    const began = performance.now();
    const { rows } = await query(
      `select last_one as "last", is_whole as "isWhole" from fill_access('${behind}', ${size})`,
    );
    const [batch] = rows as [{ last: string | null; isWhole: boolean }];
    if (batch.last === null) return isWhole;
    isWhole &&= batch.isWhole;
    behind = batch.last;
    size = nextSize(size, performance.now() - began);
  }
}

/** A batch that took too long shortens the next in proportion; one that was quick doubles it at most. */
function nextSize(size: number, ms: number): number {
  const next = Math.round(size * Math.min(2, batchMs / ms));
  return Math.min(sizes.most, Math.max(sizes.least, next));
}
