import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { Database, Db } from './client.ts';
import {
  applyFunctions,
  functionsFolder,
  functionsVersion,
  readFunctions,
  type Statements,
} from './functions.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function rowsOf<Row>(db: Db, query: string): Promise<Row[]> {
  return (await db.execute(sql.raw(query))).rows as Row[];
}

/** Every function and trigger of the tables, as the database writes it down. */
async function definitions(db: Db, schema: string): Promise<Record<string, string>> {
  const rows = await rowsOf<{ name: string; definition: string }>(
    db,
    `select proname as name, pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = '${schema}'::regnamespace
        and not exists (select from pg_depend where objid = oid and deptype = 'e')
      union all
      select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  );
  const plain = (definition: string) => definition.replaceAll(`${schema}.`, 'public.');
  return Object.fromEntries(rows.map(({ name, definition }) => [name, plain(definition)]));
}

/** Statements end where a blank line begins: a driver may take only one at a time. */
const statementsIn = (text: string): string[] =>
  text.split(/;\n(?=\n|$)/).filter((one) => one.trim());

const inTurn = (db: Db): Statements => ({
  query: async (text) => ({ rows: await rowsOf(db, text) }),
  script: async (text) => {
    for (const statement of statementsIn(
      text.replaceAll(/;\n {4}(?=(delete from|insert into) drizzle)/g, ';\n\n'),
    )) {
      await db.execute(sql.raw(statement));
    }
  },
});

it('the functions and triggers of a new database are those of the files', async () => {
  const { db } = database;
  const there = await definitions(db, 'public');
  expect(Object.keys(there).length).toBeGreaterThan(20);
  const files = (await readdir(functionsFolder)).toSorted();
  const written = await db
    .transaction(async (transaction) => {
      const text = await Promise.all(
        files.map((file) => readFile(join(functionsFolder, file), 'utf8')),
      );
      await transaction.execute(sql.raw('create schema written'));
      await transaction.execute(sql.raw('set local search_path = written, public'));
      for (const one of text.flatMap(statementsIn)) await transaction.execute(sql.raw(one));
      // Without the prefix, as the database writes what is in its path.
      await transaction.execute(sql.raw('set local search_path = public'));
      throw { definitions: await definitions(transaction, 'written') };
    })
    .catch((thrown: { definitions?: Record<string, string> }) => {
      if (!thrown.definitions) throw thrown;
      return thrown.definitions;
    });
  const bare = (all: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(all).map(([name, text]) => [name, text.replaceAll('public.', '')]),
    );
  expect(bare(there)).toEqual(bare(written));
});

describe('what is changed in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'functions-'));
    await cp(functionsFolder, folder, { recursive: true });
    const file = join(folder, 'london.sql');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('Europe/London', 'UTC'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const midsummer = async () =>
    (await rowsOf<{ day: string }>(database.db, "select london_day('2026-06-30T23:30Z') as day"))[0]
      ?.day;

  it('is applied by the next start, once', async () => {
    const statements = inTurn(database.db);
    const scripts: string[] = [];
    const counted = {
      ...statements,
      script: (text: string) => {
        scripts.push(text);
        return statements.script(text);
      },
    };
    expect(await midsummer()).toBe('2026-07-01');
    await applyFunctions(counted, Number.MAX_SAFE_INTEGER, folder);
    expect(await midsummer()).toBe('2026-06-30');
    await applyFunctions(counted, Number.MAX_SAFE_INTEGER, folder);
    expect(scripts).toHaveLength(1);
    await applyFunctions(counted, Number.MAX_SAFE_INTEGER);
    expect(await midsummer()).toBe('2026-07-01');
  });

  it('stays out of a database in which a later release with the same tables has laid its own', async () => {
    const statements = inTurn(database.db);
    await applyFunctions(statements, Number.MAX_SAFE_INTEGER, folder, functionsVersion - 1);
    expect(await midsummer()).toBe('2026-07-01');
    await applyFunctions(statements, Number.MAX_SAFE_INTEGER, folder, functionsVersion + 1);
    expect(await midsummer()).toBe('2026-06-30');
    await applyFunctions(statements, Number.MAX_SAFE_INTEGER);
    expect(await midsummer()).toBe('2026-06-30');
    await applyFunctions(
      statements,
      Number.MAX_SAFE_INTEGER,
      functionsFolder,
      functionsVersion + 1,
    );
    expect(await midsummer()).toBe('2026-07-01');
  });

  it('has a version of its own: who changes a file raises functionsVersion and writes both down here', async () => {
    const { hash } = await readFunctions(functionsFolder);
    expect([functionsVersion, hash.slice(0, 16)]).toEqual([3, '2fb1b9e86a7ce9bf']);
  });

  it('stays out of a database whose tables are those of a newer release', async () => {
    await applyFunctions(inTurn(database.db), 0, folder);
    expect(await midsummer()).toBe('2026-07-01');
  });
});
