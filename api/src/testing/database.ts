import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { type Database, openDatabase } from '../db/client.ts';

/**
 * An empty, migrated database for one test file: PGlite in memory, or, with
 * `TEST_DATABASE=postgres`, a database of its own on the server of `TEST_DATABASE_URL`.
 */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    return openDatabase({ dataDirectory: 'memory://' });
  }
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL');
  const name = `test_${uuid().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, dataDirectory: '' });
  return {
    ...database,
    close: async () => {
      await database.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
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
