import pg from 'pg';
import { newestMigration } from './functions.ts';
import { migrationsFolder } from './migrations.ts';

export interface DatabaseDescription {
  /** As in `160004`. */
  version: number;
  encoding: string;
  locale: string;
  hasTrigrams: boolean;
  mayConnect: number;
  connected: number;
  takesWrites: boolean;
  /** Whether our account owns tables, or may do all that their owners may. */
  ownsTables: boolean;
  /** Seconds by which its clock is ahead of ours. */
  ahead: number;
  tables: 'none' | 'older' | 'current' | 'newer';
}

/** What a PostgreSQL is like, without changing anything in it. Rejects when it cannot be reached. */
export async function describeDatabase(url: string): Promise<DatabaseDescription> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const asked = Date.now();
    const { rows } = await client.query(`select
      current_setting('server_version_num')::int as version,
      pg_encoding_to_char(encoding) as encoding, datcollate as locale,
      exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
      current_setting('max_connections')::int as "mayConnect",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connected,
      not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off'
        as "takesWrites",
      exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname in ('public', 'pgboss', 'drizzle') and relkind in ('r', 'p')
          and pg_has_role(relowner, 'usage')) as "ownsTables",
      extract(epoch from clock_timestamp())::float8 as now,
      to_regclass('drizzle.__drizzle_migrations') is not null as "hasTables"
      from pg_database where datname = current_database()`);
    const { now, hasTables, ...known } = rows[0];
    const ours = (asked + Date.now()) / 2_000;
    return { ...known, ahead: now - ours, tables: hasTables ? await stateOf(client) : 'none' };
  } finally {
    await client.end();
  }
}

async function stateOf(client: pg.Client): Promise<DatabaseDescription['tables']> {
  const { rows } = await client.query(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  );
  const newest = await newestMigration(migrationsFolder);
  if (rows[0].newest === newest) return 'current';
  return rows[0].newest > newest ? 'newer' : 'older';
}
