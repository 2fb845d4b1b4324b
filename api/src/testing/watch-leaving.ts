import { setTimeout } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { productAccess } from '../db/schema.ts';
import type { Receiver } from './receiver.ts';

/**
 * Watches who is let in though they may not be by now, until it is stopped; answers the longest, in
 * milliseconds. It begins with the first look after the commit.
 */
export function watchLeaving(db: Db, receiver: Receiver): () => Promise<number> {
  const since = new Map<string, number>();
  let longest = 0;
  let isOver = false;
  const isOut = and(eq(productAccess.product, 'portfolio'), eq(productAccess.hasAccess, false));
  const look = async () => {
    const out = await db.select().from(productAccess).where(isOut);
    const now = performance.now();
    const staying = out.filter(({ userId }) => receiver.copy.get(userId)?.has_access);
    const ids = new Set(staying.map(({ userId }) => userId));
    for (const id of since.keys()) if (!ids.has(id)) since.delete(id);
    for (const id of ids) {
      const began = since.get(id) ?? now;
      since.set(id, began);
      longest = Math.max(longest, now - began);
    }
  };
  const watching = (async () => {
    for (; !isOver; await setTimeout(50)) await look();
  })();
  // A test that failed leaves it without an end, and closes the database.
  watching.catch(() => {});
  return async () => {
    isOver = true;
    await watching;
    return longest;
  };
}
