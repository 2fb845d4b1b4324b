import { setTimeout } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migrateEmpty } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { indexesOf } from './migration-statements.ts';

/** Numbers the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_204_311;
const lockTimeoutMs = 2_000;
const againMs = 1_000;
/** So long somebody may keep a table to themselves before the start is given up. */
const patienceMs = 10 * 60_000;

type Say = (line: string) => void;

/**
 * Runs `work` as the only process that changes tables. It asks again and again instead of waiting: who
 * waits for a lock has a snapshot open, for whose end the building of an index would wait.
 */
export async function whileAlone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock]);
    if (rows[0].mine) break;
    await setTimeout(againMs / 4);
  }
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

/**
 * Does work that takes locks so that nobody has to wait for it: whoever wants a table queues behind
 * who waits for all of it, so that one waits so long at most, gives up, and tries again.
 */
export async function withoutBlocking(
  client: pg.Client,
  say: Say,
  work: () => Promise<unknown>,
  lockMs = lockTimeoutMs,
): Promise<void> {
  const began = performance.now();
  for (let told = false; ; told = true) {
    try {
      await client.query(`set lock_timeout = ${lockMs}`);
      await work();
      return;
    } catch (error) {
      const isHeld = someCode(error) === '55P03';
      if (!isHeld || performance.now() - began > patienceMs) throw error;
      if (!told) say('A table that is to be changed is in use: trying again until it is not');
      await setTimeout(againMs);
    } finally {
      await client.query('set lock_timeout = 0');
    }
  }
}

/** PostgreSQL's code of what is behind an error, however it was wrapped. */
export function someCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code) return code;
  }
  return undefined;
}

/**
 * Brings the tables up to date beside processes that go on working. Each migration's statements are
 * one transaction; its indexes on tables that were there before are built after it, concurrently, and
 * only then it counts as done. Broken off, it is gone on with by the next one.
 */
export async function migrate(client: pg.Client, folder: string, say: Say): Promise<void> {
  const { rows } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is null as "isEmpty"`,
  );
  if (rows[0].isEmpty) return migrateEmpty(drizzle(client), { migrationsFolder: folder });
  await client.query(
    'create table if not exists drizzle.__begun_migrations (created_at bigint primary key)',
  );
  const { rows: known } = await client.query(`select
    (select max(created_at) from drizzle.__drizzle_migrations)::float8 as last,
    array(select created_at::float8 from drizzle.__begun_migrations) as begun`);
  const { last, begun } = known[0] as { last: number | null; begun: number[] };
  for (const { sql, folderMillis, hash } of readMigrationFiles({ migrationsFolder: folder })) {
    if (folderMillis <= (last ?? 0)) continue;
    const { inside, after } = indexesOf(sql);
    if (!begun.includes(folderMillis)) {
      await withoutBlocking(client, say, () =>
        inTransaction(client, [
          ...inside,
          `insert into drizzle.__begun_migrations values (${folderMillis})`,
        ]),
      );
    }
    for (const index of after) await buildIndex(client, index);
    await inTransaction(client, [
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`,
      `delete from drizzle.__begun_migrations where created_at = ${folderMillis}`,
    ]);
  }
}

async function inTransaction(client: pg.Client, statements: string[]): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** One that broke off is there, and of no use: it is taken away first. */
async function buildIndex(
  client: pg.Client,
  { name, statement }: { name: string; statement: string },
): Promise<void> {
  const { rows } = await client.query(
    'select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass($1)',
    [`"${name}"`],
  );
  if (rows[0]?.isWhole) return;
  if (rows.length > 0) await client.query(`drop index concurrently "${name}"`);
  await client.query(statement);
}
