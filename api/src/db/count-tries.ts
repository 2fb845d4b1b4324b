import { lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { prepared } from './prepared.ts';
import { rateLimits } from './schema.ts';

export interface Window {
  tries: number;
  seconds: number;
  /** Seconds of refusal once there were too many tries; without, they are refused until the window ends. */
  block?: number;
}

// Cut to the column's precision: rounded up, a wait of 15 minutes would be told as 16.
const inSeconds = (seconds: SQL) =>
  sql`date_trunc('milliseconds', now() + make_interval(secs => ${seconds}))`;

const { key, points, expire } = rateLimits;

/** What a try does to a counter that is there: one window after the other, with a block from its last try on. */
function countedOn(most: SQL, block: SQL) {
  const isOver = sql`${expire} <= now()`;
  return {
    points: sql`case when ${isOver} then 1 else ${points} + 1 end`,
    expire: sql`case
      when ${isOver} then excluded.expire
      when ${points} = ${most} then coalesce(${inSeconds(block)}, ${expire})
      else ${expire} end`,
  };
}

const secondsLeft = sql<number>`extract(epoch from ${expire} - now())::float8`;

/**
 * A statement that counts one try in every window, and begins the block with the first try too
 * many. The counters are given as `key0`, `key1` and so on, in the order of the windows.
 */
export function countTries(name: string, windows: Window[]) {
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
        set: countedOn(
          byWindow(({ tries }) => tries),
          byWindow(({ block }) => block ?? 'null::float8'),
        ),
      })
      .returning({ key, points, secondsLeft })
      .prepare(`count_tries_${name}`),
  );
}

/** One try as another statement counts it, by one window. */
export type CountedTry = Required<Window> & { counter: string };

/** Nothing is counted. */
export const noCount: CountedTry = { counter: '', tries: 0, seconds: 0, block: 0 };

/**
 * The part of another statement that counts one try. It is given the parts of a `CountedTry` by their names;
 * of `noCount` there is no row.
 */
export function countingTry(db: Db) {
  const { placeholder } = sql;
  const given = (name: keyof CountedTry) => sql`${placeholder(name)}::int`;
  return db
    .insert(rateLimits)
    .select(
      sql`select ${placeholder('counter')}::text, 1, ${inSeconds(given('seconds'))}, '{}'::jsonb
        where ${placeholder('counter')}::text <> ''`,
    )
    .onConflictDoUpdate({ target: key, set: countedOn(given('tries'), given('block')) })
    .returning({
      secondsLeft: secondsLeft.as('seconds_left'),
      isTooMany: sql<boolean>`${points} > ${given('tries')}`.as('is_too_many'),
    });
}

/** Removes the counters that nobody will look at again. */
export async function deleteOldCounters(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql`now()`));
}
