import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { sendAtOnce } from './at-once.ts';
import type { Database } from './client.ts';
import { inOneGo, onOneConnection } from './connections.ts';
import { findUnusualEmails, writeEmailKeys } from './email-keys.ts';
import { fillAccess } from './fill-access.ts';
import { applyFunctions, newestMigration, type Statements, takingTables } from './functions.ts';
import { makeJobTables } from './job-tables.ts';
import { migrate, someCode, whileAlone, withoutBlocking } from './migrate.ts';
import { isUpToDate, migrationsFolder } from './migrations.ts';
import { openPool } from './pool.ts';
import { admitServer, ownsJobTables, roleOf } from './server-role.ts';

type Say = (line: string) => void;

/** So long the queues wait for an answer: they also delete what is old, of many jobs. */
const jobsQueryMs = 15_000;

/** So long a connection is waited for: a request is told within five seconds that the database is away. */
const connectMs = 4_000;

/** So long a start waits for one table: less than a second for all, when deadlocks are looked for. */
const tableMs = 150;

/**
 * Opens a PostgreSQL by its address, with its tables up to date: changed by the role of `migrationsUrl`,
 * who owns them then, or by its own. Rejects where neither may.
 */
export async function openPostgres(
  url: string,
  { say = () => {}, migrationsUrl }: { say?: Say; migrationsUrl?: string } = {},
): Promise<Database> {
  const pool = openPool(url, { max: 10, connectMs });
  const ask = (statement: string) => pool.query(statement);
  let mayMigrateJobs: boolean;
  try {
    if (migrationsUrl) await migrateFor(await roleOf(ask), migrationsUrl, say);
    else if (!(await isUpToDate(ask))) await migrateOnce(url, say).catch(explain);
    mayMigrateJobs = await ownsJobTables(ask);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = Object.assign(drizzle(pool), { transaction: onOneConnection(pool) });
  // One is enough for what is over in a tenth of a second, and everything else is asked and answered as ever.
  const pipeline = openPool(url, { max: 1, connectMs, pipeline: true });
  sendAtOnce(db, inOneGo(pipeline));
  return {
    db,
    bossOptions: {
      ...{ connectionString: url, max: 4, migrate: mayMigrateJobs },
      // Passed on to the driver: else a connection that fell silent is waited for for a quarter of an hour.
      ...{ keepAlive: true, query_timeout: jobsQueryMs },
    },
    ping: async () => void (await db.execute(sql`select 1`)),
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => void (await Promise.all([pool.end(), pipeline.end()])),
  };
}

/**
 * Brings all tables up to date as the role of one address, and lets `serverRole` work with them, where it is
 * another one.
 */
async function migrateFor(serverRole: string, migrationsUrl: string, say: Say): Promise<void> {
  await migrateOnce(migrationsUrl, say, async (statements) => {
    if (serverRole === (await roleOf(statements.query))) return;
    await makeJobTables(migrationsUrl);
    await admitServer(statements, serverRole);
  });
}

function explain(error: unknown): never {
  if (someCode(error) !== '42501') throw error;
  throw new Error(
    'The tables are not those of this release, and the account of DATABASE_URL may not change them: run `npm run migrate`, or set MIGRATIONS_DATABASE_URL.',
    { cause: error },
  );
}

/** Waits as long as it takes: another process may be migrating, and a migration may be long. */
async function migrateOnce(
  url: string,
  say: Say,
  andThen: (statements: Statements) => Promise<void> = async () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await whileAlone(client, async () => {
      const query = (text: string) => client.query(text);
      const unusual = await findUnusualEmails(query);
      await migrate(client, migrationsFolder, say);
      await writeEmailKeys(query, unusual);
      const newest = await newestMigration(migrationsFolder);
      const statements = { query, script: (text: string) => query(takingTables(text)) };
      await withoutBlocking(client, say, () => applyFunctions(statements, newest), tableMs);
      await fillAccess(query);
      await andThen(statements);
    });
  } finally {
    await client.end();
  }
}
