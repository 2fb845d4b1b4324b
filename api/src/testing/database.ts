import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { Database, Db } from '../db/client.ts';
import { openDatabase } from '../db/open.ts';
import { openPglite } from '../db/pglite.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';

const template = 'template_migrated';

/**
 * An empty, migrated database for one test file: a copy of the template on the server of
 * `TEST_DATABASE_URL`, or, with `TEST_DATABASE=pglite`, PGlite in memory.
 */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_DATABASE === 'pglite') {
    image ??= makeImage();
    return openPglite('memory://', await image);
  }
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('A test on PostgreSQL needs TEST_DATABASE_URL');
  const name = `test_${uuid().replaceAll('-', '')}`;
  const url = await createDatabase(server, name, template);
  const near = throughSocket(url, process.env.TEST_DATABASE_SOCKETS);
  const database = await openDatabase({ url: near, dataDirectory: '' });
  return {
    ...database,
    // Each connection that looks for jobs plans how to for itself, as dear as a tenth of a purchase.
    bossOptions: { ...database.bossOptions, max: 1 },
    close: async () => {
      await database.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

let image: Promise<Blob> | undefined;

/** The same for PGlite, made once by each worker. */
async function makeImage(): Promise<Blob> {
  const database = await openPglite('memory://');
  await (await createJobs(database, createLog('silent'))).stop();
  const { $client } = database.db as unknown as { $client: PGlite };
  const taken = await $client.dumpDataDir('none');
  await database.close();
  return taken;
}

/** Makes the database that all others are copies of: our tables, and those of the queues. */
export async function makeTemplate(server: string): Promise<void> {
  const url = await createDatabase(server, template);
  const database = await openDatabase({ url, dataDirectory: '' });
  await (await createJobs(database, createLog('silent'))).stop();
  await database.close();
}

/**
 * Makes a database of that name anew, empty or as a copy of another, which nobody may be connected to.
 * Answers its address.
 */
export async function createDatabase(server: string, name: string, from?: string): Promise<string> {
  // Page by page through the log, as PostgreSQL does it otherwise, takes five times as much of the processor.
  const copied = from ? ` template ${from} strategy file_copy` : '';
  await administer(
    server,
    `drop database if exists ${name} with (force)`,
    `create database ${name}${copied}`,
  );
  return addressAt(server, name);
}

/** The address of a database of the tests, for another connection or process. */
export async function addressOf(db: Db): Promise<string> {
  const { rows } = await db.execute<{ name: string }>('select current_database() as name');
  return addressAt(process.env.TEST_DATABASE_URL ?? '', rows[0]?.name ?? '');
}

/** The same address by way of the server's socket in a folder, or as it is without one. */
export function throughSocket(url: string, sockets?: string): string {
  const address = new URL(url);
  if (sockets) address.searchParams.set('host', sockets);
  return address.href;
}

function addressAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

// A connection costs PostgreSQL as much as a new database: a process keeps one for all of its own.
const administrators = new Map<string, pg.Pool>();

async function administer(url: string, ...statements: string[]): Promise<void> {
  const administrator = administrators.get(url) ?? openAdministrator(url);
  administrators.set(url, administrator);
  for (const statement of statements) await administrator.query(statement);
}

function openAdministrator(connectionString: string): pg.Pool {
  const kept = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true };
  const pool = new pg.Pool({ connectionString, ...kept });
  // The server ends before the process does.
  return pool.on('error', () => {});
}
