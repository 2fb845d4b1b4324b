import { join } from 'node:path';
import {
  functionsFolder,
  functionsVersion,
  newestMigration,
  readFunctions,
  type Statements,
} from './functions.ts';

export const migrationsFolder = join(import.meta.dirname, 'migrations');

const stateOfTables = `select
  (select max(created_at) from drizzle.__drizzle_migrations)::float8 as migration,
  (select hash from drizzle.__functions) as functions,
  (select version from drizzle.__functions) as "functionsVersion",
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
      {
        migration: number | null;
        functions: string | null;
        functionsVersion: number | null;
        isToFill: boolean;
      },
    ];
    const migration = state.migration ?? 0;
    if (state.isToFill) return false;
    if (migration !== newest) return migration > newest;
    return state.functions === hash || (state.functionsVersion ?? 0) > functionsVersion;
  } catch (error) {
    // PostgreSQL's codes for a table, column or schema that is not there, and for one that is not open to us.
    if (['42P01', '42703', '3F000', '42501'].includes((error as { code?: string }).code ?? ''))
      return false;
    throw error;
  }
}
