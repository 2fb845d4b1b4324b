import { sql } from 'drizzle-orm';
import type { Database, Db } from '../db/client.ts';
import { openTestDatabase } from './database.ts';

/** An empty database whose `now()` can be set. It tells the real time until then. */
export async function openDatabaseWithClock(): Promise<Database> {
  const database = await openTestDatabase();
  const { db } = database;
  await db.execute(sql`create schema clock`);
  await db.execute(sql`create table clock.hands (at timestamptz)`);
  await db.execute(sql`create function clock.now() returns timestamptz language sql stable
    as 'select coalesce((select at from clock.hands), pg_catalog.now())'`);
  // Found before PostgreSQL's own, by connections to come and by this one.
  await db.execute(sql`do 'begin execute format(
    ''alter database %I set search_path = clock, pg_catalog, public'', current_database()); end'`);
  await db.transaction(async (one) => {
    await one.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await one.execute(sql`set search_path = clock, pg_catalog, public`);
  });
  return database;
}

/** Sets what the database takes for now. */
export async function setClock(db: Db, at: Date): Promise<void> {
  await db.execute(sql`delete from clock.hands`);
  await db.execute(sql`insert into clock.hands values (${at.toISOString()}::timestamptz)`);
}
