import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addressOf, openTestDatabase } from '../testing/database.ts';
import type { Database } from './client.ts';
import { takingTables } from './functions.ts';
import { openDatabase } from './open.ts';

let database: Database;
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await addressOf(database.db) });
  await client.connect();
  clients.push(client);
  return client;
}

it('a start that makes the triggers anew ends nobody who holds a table it waits for, and nobody waits long behind it (product O605)', async () => {
  const [joining, reading] = [await connect(), await connect()];
  await reading.query('delete from drizzle.__functions');
  await joining.query('begin');
  await joining.query('lock table users in row exclusive mode');
  const said: string[] = [];
  const url = await addressOf(database.db);
  const started = openDatabase({ url, dataDirectory: '', say: (line) => said.push(line) });
  await expect.poll(() => said, { timeout: 20_000, interval: 20 }).toHaveLength(1);
  // It asks again and again; whoever comes meanwhile is not kept from either table.
  const waits: number[] = [];
  const end = performance.now() + 3_000;
  while (performance.now() < end) {
    for (const table of ['subscriptions', 'users']) {
      const began = performance.now();
      await reading.query(`select count(*) from ${table}`);
      await joining.query(`lock table ${table} in row exclusive mode`);
      waits.push(performance.now() - began);
    }
  }
  expect(Math.max(...waits)).toBeLessThan(1_200);
  await joining.query('commit');
  await (await started).close();
  const { rows } = await reading.query('select count(*)::int as count from drizzle.__functions');
  expect(rows).toEqual([{ count: 1 }]);
}, 40_000);

it('all tables of which there are triggers are taken before the first of them is changed', () => {
  const script = `CREATE TRIGGER a AFTER INSERT OR DELETE
    ON users EXECUTE FUNCTION f();

    DROP TRIGGER IF EXISTS b ON payments;`;
  expect(takingTables(script)).toBe(
    `lock table users, payments in access exclusive mode;\n${script}`,
  );
  expect(takingTables('grant usage on schema public to server')).not.toContain('lock');
});
