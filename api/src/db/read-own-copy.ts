import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { ownCopy } from './own-copy.ts';
import type { Owner, Part } from './own-copy-parts.ts';
import * as schema from './schema.ts';

const tables: Record<string, PgTable> = { ...schema };

/** Everything that is known of somebody, as `ownCopy` says: rows by the name of what they are. */
export async function readOwnCopy(db: Db, owner: Owner): Promise<Record<string, object[]>> {
  const copy: Record<string, object[]> = {};
  for (const [table, whole] of Object.entries(ownCopy)) {
    if ('internal' in whole) continue;
    const rows: object[] = await db
      .select()
      .from(tables[table] as PgTable)
      .where(whole.rowsOf(owner, db));
    const columns = Object.entries(whole.columns as Record<string, Part<object, unknown>>);
    copy[whole.name] = rows.map((row) =>
      Object.fromEntries(
        columns.flatMap(([column, part]) => {
          if ('internal' in part) return [];
          const value = (row as Record<string, unknown>)[column];
          return [[column, part.copied === true ? value : part.copied(value, row, owner)]];
        }),
      ),
    );
  }
  return copy;
}
