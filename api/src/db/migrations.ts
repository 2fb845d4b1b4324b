import { join } from 'node:path';
import { functionsFolder, newestMigration, readFunctions, type Statements } from './functions.ts';

export const migrationsFolder = join(import.meta.dirname, 'migrations');

const stateOfTables = `select
  (select max(created_at) from drizzle.__drizzle_migrations)::float8 as migration,
  (select hash from drizzle.__functions) as functions,
  exists (select from drizzle.__to_fill) as "isToFill"`;

/**
 * Whether tables, functions and triggers are those of this release, or of a newer one: one short
 * question at most starts, where the migrator reads every file and asks several under a lock.
 */
export async function isUpToDate(query: Statements['query']): Promise<boolean> {
  const [newest, { hash }] = await Promise.all([
    newestMigration(migrationsFolder),
    readFunctions(functionsFolder),
  ]);
  try {
    const { rows } = await query(stateOfTables);
    const [state] = rows as [
      { migration: number | null; functions: string | null; isToFill: boolean },
    ];
    const migration = state.migration ?? 0;
    if (state.isToFill) return false;
    return migration > newest || (migration === newest && state.functions === hash);
  } catch (error) {
    // PostgreSQL's codes for a table and a schema that is not there, and for one that is not open to us.
    if (['42P01', '3F000', '42501'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
