import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { Database } from '../db/client.ts';
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
  await administer(server, `create database ${name} template ${template}`);
  const database = await openDatabase({ url: addressOf(server, name), dataDirectory: '' });
  return {
    ...database,
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
  await administer(server, `drop database if exists ${template} with (force)`);
  await administer(server, `create database ${template}`);
  const database = await openDatabase({ url: addressOf(server, template), dataDirectory: '' });
  await (await createJobs(database, createLog('silent'))).stop();
  await database.close();
}

function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
