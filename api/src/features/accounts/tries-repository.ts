import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { textArray } from '../../db/prepared.ts';
import { rateLimits } from '../../db/schema.ts';

/** A counter that a try stands in, and when it is full. */
export interface Counter {
  key: string;
  most: number;
  seconds: number;
  /** Seconds of refusal from the first try too many on; 0: until the window ends. */
  block: number;
}

/** A try to sign in: the counters it stands in, and those that a success begins anew. */
export interface Try {
  id: string;
  keys: string[];
  forgotten: string[];
}

/** The counters of a try as the parameters of `begin_try`. */
export function counterLists(counters: Counter[]) {
  const numbers = (of: (counter: Counter) => number) => `{${counters.map(of).join(',')}}`;
  return {
    keys: textArray(counters.map(({ key }) => key)),
    most: numbers(({ most }) => most),
    seconds: numbers(({ seconds }) => seconds),
    block: numbers(({ block }) => block),
  };
}

export type CounterLists = ReturnType<typeof counterLists>;

/** Begins a try, unless a counter is full: the seconds to wait, and whether this is the first refused. */
export async function beginTry(
  db: Db,
  id: string,
  counters: Counter[],
  pendingSeconds: number,
): Promise<{ wait: number; isFirst: boolean }> {
  const { keys, most, seconds, block } = counterLists(counters);
  const { rows } = await db.execute<{ wait: number; is_first: boolean }>(sql`
    select wait, is_first from begin_try(${id}, ${keys}::text[], ${most}::int[], ${seconds}::int[],
      ${block}::int[], ${pendingSeconds})`);
  const [begun] = rows;
  return { wait: begun?.wait ?? 0, isFirst: begun?.is_first ?? false };
}

/** Whether one of these counters refuses every try, as `begin_try` marks it. */
export async function isAnyFull(db: Db, keys: string[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${rateLimits}
    where key = any(${textArray(keys)}::text[]) and points >= 1000000 and expire > now() limit 1`);
  return rows.length > 0;
}

/** Ends a try that failed, or is to be as if it had not been. */
export async function endTry(
  db: Db,
  {
    id,
    keys,
    failed,
    forgotten,
  }: { id: string; keys: string[]; failed: boolean; forgotten: string[] },
): Promise<void> {
  await db.execute(
    sql`select end_try(${id}, ${textArray(keys)}::text[], ${failed}, ${textArray(forgotten)}::text[])`,
  );
}
