import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The functions and triggers as they are now, a file for what belongs together. */
export const functionsFolder = join(import.meta.dirname, 'functions');

/**
 * Goes up with each change of the files, so that a process of an earlier release, started again, does not lay its
 * own over those of a later one. A test holds it to what the files say.
 */
export const functionsVersion = 3;

/** How a database is spoken to without a driver's own words. */
export interface Statements {
  query(statement: string): Promise<{ rows: unknown[] }>;
  /** Runs several statements in one transaction. */
  script(statements: string): Promise<unknown>;
}

/**
 * Makes the database's functions and triggers those of the files, if they were not the last ones
 * that were applied. `newest` is the last migration this code knows: tables that are further on, and
 * functions of a higher version, belong to a newer release, whose functions stay. Called after the migrations,
 * under their lock.
 */
export async function applyFunctions(
  { query, script }: Statements,
  newest: number,
  folder = functionsFolder,
  version = functionsVersion,
): Promise<void> {
  const { text, hash } = await readFunctions(folder);
  await query('create table if not exists drizzle.__functions (hash text not null)');
  await query(
    'alter table drizzle.__functions add column if not exists version integer not null default 0',
  );
  await query('create table if not exists drizzle.__to_fill (name text primary key)');
  const { rows } = await query(`select
    (select hash from drizzle.__functions) as applied,
    coalesce((select version from drizzle.__functions), 0) as at,
    (select max(created_at) from drizzle.__drizzle_migrations)::float8 as migration`);
  const [state] = rows as [{ applied: string | null; at: number; migration: number }];
  if (state.applied === hash || state.migration > newest || state.at > version) return;
  await script(`${text}
    delete from drizzle.__functions;
    insert into drizzle.__functions (hash, version) values ('${hash}', ${version});`);
}

/** What the files of a folder say, and by what it is told apart. */
export async function readFunctions(folder: string): Promise<{ text: string; hash: string }> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const text = texts.join('\n');
  return { text, hash: createHash('sha256').update(text).digest('hex') };
}

/** When the last migration of a folder was made, as it is noted in the database. */
export async function newestMigration(folder: string): Promise<number> {
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'));
  return Math.max(...journal.entries.map(({ when }: { when: number }) => when));
}

/**
 * A script of functions and triggers that first takes all tables for itself of which triggers are made.
 * One after the other, it would hold some while it waits for others: whoever works with them the other
 * way round would be ended for it.
 */
export function takingTables(script: string): string {
  const tables = new Set(
    [...script.matchAll(/\bTRIGGER\b[^;]*?\bON (\w+)/g)].map(([, name]) => name),
  );
  if (tables.size === 0) return script;
  return `lock table ${[...tables].join(', ')} in access exclusive mode;\n${script}`;
}
