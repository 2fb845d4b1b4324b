import { lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { rateLimits } from '../db/schema.ts';

export interface Window {
  tries: number;
  seconds: number;
  /** Seconds of refusal once there were too many tries; without, they are refused until the window ends. */
  block?: number;
}

// Cut to the column's precision: rounded up, a wait of 15 minutes would be told as 16.
const inSeconds = (seconds: SQL) =>
  sql`date_trunc('milliseconds', now() + make_interval(secs => ${seconds}))`;

/**
 * A statement that counts one try in every window, and begins the block with the first try too
 * many. The counters are given as `key0`, `key1` and so on, in the order of the windows.
 */
export function countTries(name: string, windows: Window[]) {
  const { key, points, expire } = rateLimits;
  const over = sql`${expire} <= now()`;
  const byWindow = (value: (window: Window) => string | number) =>
    sql.join([
      sql`case`,
      ...windows.map(
        (window, n) =>
          sql` when excluded.key = ${sql.placeholder(`key${n}`)} then ${sql.raw(`${value(window)}`)}`,
      ),
      sql` end`,
    ]);
  return prepared((db) =>
    db
      .insert(rateLimits)
      .values(
        windows.map(({ seconds }, n) => ({
          key: sql`${sql.placeholder(`key${n}`)}`,
          points: 1,
          expire: inSeconds(sql.raw(`${seconds}`)),
        })),
      )
      .onConflictDoUpdate({
        target: key,
        set: {
          points: sql`case when ${over} then 1 else ${points} + 1 end`,
          expire: sql`case
            when ${over} then excluded.expire
            when ${points} = ${byWindow(({ tries }) => tries)}
              then coalesce(${inSeconds(byWindow(({ block }) => block ?? 'null::float8'))}, ${expire})
            else ${expire} end`,
        },
      })
      .returning({
        key,
        points,
        secondsLeft: sql<number>`extract(epoch from ${expire} - now())::float8`,
      })
      .prepare(`count_tries_${name}`),
  );
}

/** Removes the counters that nobody will look at again. */
export async function deleteOldCounters(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql`now()`));
}
