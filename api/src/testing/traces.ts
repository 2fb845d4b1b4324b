import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Every column of every table, of the queues too, in which one of the values stands: `table.column`. */
export async function tracesOf(db: Db, values: string[]): Promise<string[]> {
  const { rows: columns } = (await db.execute(sql`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns
    join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass
    where table_schema not in ('pg_catalog', 'information_schema')
      and relkind in ('r', 'p') and not relispartition`)) as unknown as {
    rows: { schema: string; table: string; column: string }[];
  };
  const wanted = values.map((value) => `%${value.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const isIn = columns.map(
    ({ schema, table, column }) => sql`select ${`${table}.${column}`}::text as place
      where exists (select from ${sql.identifier(schema)}.${sql.identifier(table)}
        where ${sql.identifier(column)}::text ilike any (${sql.param(wanted)}::text[]))`,
  );
  const { rows } = (await db.execute(sql.join(isIn, sql` union all `))) as unknown as {
    rows: { place: string }[];
  };
  return rows.map(({ place }) => place).toSorted();
}
