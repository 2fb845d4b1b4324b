import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { type NodePgQueryResultHKT, drizzle as overPostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { type ConstructorOptions, fromPglite } from 'pg-boss';
import { lockDataDirectory } from './data-lock.ts';
import { applyFunctions, newestMigration } from './functions.ts';
import * as schema from './schema.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** A connection or a running transaction: repositories take either. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export interface Database {
  db: Db;
  /** How pg-boss reaches the same database. */
  bossOptions: ConstructorOptions;
  /** Resolves when the database answers; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Numbers the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_204_311;
const migrationsFolder = new URL('./migrations', import.meta.url).pathname;

export interface DatabaseSettings {
  /** PostgreSQL's address; without it the embedded PGlite is used. */
  url?: string;
  /** PGlite's folder, or `memory://`. */
  dataDirectory: string;
}

/**
 * Opens the database and brings its tables up to date. Two processes on one PostgreSQL may start
 * at once. Throws when the address is wrong or the data directory is in use.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return settings.url ? openPostgres(settings.url) : openPglite(settings.dataDirectory);
}

async function openPostgres(url: string): Promise<Database> {
  await migrateOnce(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // A request is told within five seconds that the database is away.
    connectionTimeoutMillis: 4_000,
    query_timeout: 4_500,
    keepAlive: true,
  });
  // A connection that breaks is replaced by the pool; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = overPostgres(pool, { schema });
  return {
    db: Object.assign(db, { transaction: onOneConnection(pool) }),
    bossOptions: { connectionString: url, max: 4 },
    ping: async () => void (await db.execute(sql`select 1`)),
    close: () => pool.end(),
  };
}

/** Waits as long as it takes: another process may be migrating, and a migration may be long. */
async function migrateOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migratePostgres(overPostgres(client), { migrationsFolder });
    const query = (text: string) => client.query(text);
    await applyFunctions({ query, script: query }, await newestMigration(migrationsFolder));
  } finally {
    await client.end();
  }
}

/**
 * Runs a transaction and gives its connection back whatever happens. Drizzle's own way keeps the
 * connection for ever when `begin` itself fails, and hands on one that no longer answers. One that
 * does not is closed before drizzle waits for its rollback, too.
 */
function onOneConnection(pool: pg.Pool): Db['transaction'] {
  return async (run, config) => {
    const client = await pool.connect();
    let isBack = false;
    const giveBack = (error?: unknown): void => {
      if (!isBack) client.release(isDatabaseUnavailable(error));
      isBack = true;
    };
    try {
      const result = await overPostgres(client, { schema }).transaction(async (transaction) => {
        try {
          return await run(transaction);
        } catch (error) {
          if (isDatabaseUnavailable(error)) giveBack(error);
          throw error;
        }
      }, config);
      giveBack();
      return result;
    } catch (error) {
      giveBack(error);
      throw error;
    }
  };
}

async function openPglite(dataDirectory: string): Promise<Database> {
  const inMemory = dataDirectory.startsWith('memory://');
  const unlock = inMemory ? async () => {} : await lockDataDirectory(dataDirectory);
  const client = await PGlite.create(inMemory ? dataDirectory : `${dataDirectory}/pglite`, {
    extensions: { pg_trgm },
  });
  const db = overPglite(client, { schema });
  await migratePglite(db, { migrationsFolder });
  const query = (text: string) => client.query(text);
  const script = (text: string) => client.exec(text);
  await applyFunctions({ query, script }, await newestMigration(migrationsFolder));
  return {
    // Both drivers answer rows in the same way; only the types of their raw results differ.
    db: db as unknown as Db,
    bossOptions: { db: fromPglite(client), backend: 'pglite' },
    ping: async () => void (await db.execute(sql`select 1`)),
    close: async () => {
      await client.close();
      await unlock();
    },
  };
}
