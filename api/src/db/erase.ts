import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Statement } from './at-once.ts';
import type { Db } from './client.ts';
import { personalData } from './personal-data.ts';
import type { Fate, Person, Plan } from './personal-data-fates.ts';
import * as schema from './schema.ts';

const tables: Record<string, PgTable> = { ...schema };

/** What takes everything personal of somebody out of the tables, as `personalData` says: one statement. */
export function erasing(transaction: Db, person: Person): Statement {
  const parts = Object.entries(personalData).flatMap(([name, plan]) =>
    'rowsOf' in plan
      ? [transaction.$with(`erased_${name}`).as(erasingFrom(transaction, name, plan, person))]
      : [],
  );
  return transaction.execute(
    transaction
      .with(...parts)
      .select({ done: sql`1` })
      .from(sql`(values (1)) as one`),
  );
}

/** What takes a person out of one table. */
function erasingFrom(
  transaction: Db,
  name: string,
  { rowsOf, fate }: Extract<Plan<PgTable>, { rowsOf: unknown }>,
  person: Person,
) {
  const table = tables[name] as PgTable;
  const mine = rowsOf(person);
  const row = { one: sql`1` };
  if (fate === 'deleted') return transaction.delete(table).where(mine).returning(row);
  const values = Object.entries(fate as Record<string, Fate<unknown>>).flatMap(([column, one]) =>
    'erased' in one ? [[column, one.erased(person)]] : [],
  );
  return transaction.update(table).set(Object.fromEntries(values)).where(mine).returning(row);
}
