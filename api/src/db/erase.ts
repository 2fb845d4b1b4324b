import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { personalData } from './personal-data.ts';
import type { Fate, Person } from './personal-data-fates.ts';
import * as schema from './schema.ts';

const tables: Record<string, PgTable> = { ...schema };

/** Takes everything personal of somebody out of the tables, as `personalData` says. */
export async function erase(transaction: Db, person: Person): Promise<void> {
  for (const [name, plan] of Object.entries(personalData)) {
    if (!('rowsOf' in plan)) continue;
    const table = tables[name] as PgTable;
    const mine = plan.rowsOf(person);
    if (plan.fate === 'deleted') {
      await transaction.delete(table).where(mine);
      continue;
    }
    const values = Object.entries(plan.fate as Record<string, Fate<unknown>>).flatMap(
      ([column, fate]) => ('erased' in fate ? [[column, fate.erased(person)]] : []),
    );
    await transaction.update(table).set(Object.fromEntries(values)).where(mine);
  }
}
