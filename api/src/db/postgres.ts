import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, Db } from './client.ts';
import { findUnusualEmails, writeEmailKeys } from './email-keys.ts';
import { applyFunctions, newestMigration } from './functions.ts';
import { isUpToDate, migrationsFolder } from './migrations.ts';
import * as schema from './schema.ts';
import { isDatabaseAway } from './unavailable.ts';

/** Numbers the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_204_311;

/** Opens a PostgreSQL by its address, with its tables up to date. */
export async function openPostgres(url: string): Promise<Database> {
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
  try {
    if (!(await isUpToDate((statement) => pool.query(statement)))) await migrateOnce(url);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = drizzle(pool, { schema });
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
    const query = (text: string) => client.query(text);
    const unusual = await findUnusualEmails(query);
    await migrate(drizzle(client), { migrationsFolder });
    await writeEmailKeys(query, unusual);
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
      if (!isBack) client.release(isDatabaseAway(error));
      isBack = true;
    };
    try {
      const result = await drizzle(client, { schema }).transaction(async (transaction) => {
        try {
          return await run(transaction);
        } catch (error) {
          if (isDatabaseAway(error)) giveBack(error);
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
