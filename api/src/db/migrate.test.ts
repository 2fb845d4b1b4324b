import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, openTestDatabase } from '../testing/database.ts';
import { lastRelease } from '../testing/last-release.ts';
import type { Database } from './client.ts';
import { migrate, whileAlone } from './migrate.ts';
import { blockingParts, indexesOf, tablesMadeBy } from './migration-statements.ts';
import { migrationsFolder } from './migrations.ts';

describe('beside processes that go on working', () => {
  let database: Database;
  let folder: string;
  let clients: pg.Client[];
  let said: string[];

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    said = [];
    clients = [];
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await cp(migrationsFolder, folder, { recursive: true });
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await rm(folder, { recursive: true });
  });

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: await addressOf(database.db) });
    await client.connect();
    clients.push(client);
    return client;
  }

  /** Adds a migration behind those that there are. */
  async function addMigration(tag: string, statements: string[]): Promise<void> {
    await writeFile(join(folder, `${tag}.sql`), statements.join(';--> statement-breakpoint\n'));
    const file = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8'));
    const when = Date.now();
    journal.entries.push({
      idx: journal.entries.length,
      version: '7',
      when,
      tag,
      breakpoints: true,
    });
    await writeFile(file, JSON.stringify(journal));
  }

  const up = (client: pg.Client) =>
    whileAlone(client, () => migrate(client, folder, (line) => said.push(line)));

  async function isWhole(client: pg.Client, index: string): Promise<boolean | undefined> {
    const { rows } = await client.query(
      'select indisvalid as whole from pg_index where indexrelid = to_regclass($1)',
      [index],
    );
    return rows[0]?.whole;
  }

  it('a change waits for who uses the table, and nobody waits behind it (product O605)', async () => {
    await addMigration('9001_one', ['ALTER TABLE "users" ADD COLUMN "one" text']);
    const [holder, other, migrating] = [await connect(), await connect(), await connect()];
    await holder.query('begin');
    await holder.query('select count(*) from users');
    const migrated = up(migrating);
    await expect.poll(() => said).toHaveLength(1);
    // Now it waits again: whoever comes meanwhile is answered once it gives up, at the latest.
    const began = performance.now();
    await other.query('select count(*) from users');
    expect(performance.now() - began).toBeLessThan(2_900);
    await holder.query('commit');
    await migrated;
    await other.query('select one from users');
  }, 20_000);

  it('an index is built beside writes, and one that broke off is built anew', async () => {
    await addMigration('9002_two', [
      'CREATE INDEX "users_two" ON "users" USING btree ("last_name")',
    ]);
    const [holder, other, migrating] = [await connect(), await connect(), await connect()];
    await holder.query('begin');
    await holder.query('update sessions set user_id = user_id');
    await holder.query('lock table users in row exclusive mode');
    const migrated = up(migrating);
    await setTimeout(300);
    await other.query("set statement_timeout = 1000; update users set last_name = 'x'");
    await holder.query('commit');
    await migrated;
    expect(await isWhole(other, 'users_two')).toBe(true);

    // As one that was ended in the middle leaves it.
    await other.query(
      `update pg_index set indisvalid = false where indexrelid = 'users_two'::regclass`,
    );
    await other.query(`insert into drizzle.__begun_migrations
      select max(created_at) from drizzle.__drizzle_migrations`);
    await other.query(`delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
    // Two start at once, as after a power cut; one of them does it.
    await Promise.all([up(migrating), up(await connect())]);
    expect(await isWhole(other, 'users_two')).toBe(true);
    const { rows } = await other.query(
      'select count(*)::int as left from drizzle.__begun_migrations',
    );
    expect(rows).toEqual([{ left: 0 }]);
  }, 20_000);

  it('a migration that fails leaves nothing, and says why', async () => {
    await addMigration('9003_three', [
      'ALTER TABLE "users" ADD COLUMN "three" text',
      'ALTER TABLE "no_such_table" ADD COLUMN "three" text',
    ]);
    const client = await connect();
    await expect(up(client)).rejects.toThrow('no_such_table');
    await expect(client.query('select three from users')).rejects.toThrow('three');
  });
});

it('an index on a table of before is built after, one on a new table with it', () => {
  const statements = [
    'CREATE TABLE "notes" (\n\t"id" uuid)',
    'CREATE INDEX "notes_id" ON "notes" USING btree ("id")',
    'CREATE UNIQUE INDEX "users_x" ON "users" USING btree ("x") WHERE x > 1',
  ];
  expect(indexesOf(statements)).toEqual({
    inside: statements.slice(0, 2),
    after: [
      {
        name: 'users_x',
        statement:
          'CREATE UNIQUE INDEX concurrently "users_x" ON "users" USING btree ("x") WHERE x > 1',
      },
    ],
  });
});

it.each([
  ['ALTER TABLE "users" DROP COLUMN "x"', 'release before'],
  ['ALTER TABLE "users" RENAME COLUMN "x" TO "y"', 'by its name'],
  ['ALTER TABLE "users" ALTER COLUMN "x" SET DATA TYPE bigint', 'anew'],
  ['ALTER TABLE "users" ALTER COLUMN "x" SET NOT NULL', 'whole table'],
  ['ALTER TABLE "users" ADD COLUMN "x" text NOT NULL', 'default'],
  ['ALTER TABLE "users" ADD CONSTRAINT "f" FOREIGN KEY ("x") REFERENCES "y"("id")', 'not valid'],
  ["UPDATE users SET x = 'y'", 'holds the rows'],
])('%s would keep others waiting', (statement, why) => {
  expect(blockingParts([statement])).toEqual([expect.stringContaining(why)]);
  expect(blockingParts([`-- harmless: a handful of rows\n${statement}`])).toEqual([]);
});

it.each([
  ['ALTER TABLE "users" ADD COLUMN "x" text'],
  ['ALTER TABLE "users" ADD COLUMN "x" boolean DEFAULT false NOT NULL'],
  ['CREATE INDEX "users_x" ON "users" USING btree ("x")'],
  ['ALTER TABLE "users" ADD CONSTRAINT "f" FOREIGN KEY ("x") REFERENCES "y"("id") NOT VALID'],
])('%s keeps nobody waiting', (statement) => {
  expect(blockingParts([statement])).toEqual([]);
});

it('no migration keeps anybody waiting, nor the release before from going on', () => {
  const all = readMigrationFiles({ migrationsFolder });
  const newer = all.filter(({ folderMillis }) => folderMillis > lastRelease.migration);
  const made = newer.flatMap(({ sql }) => tablesMadeBy(sql));
  expect(newer.flatMap(({ sql }) => blockingParts(sql, made))).toEqual([]);
  expect(all.length).toBeGreaterThan(25);
});
