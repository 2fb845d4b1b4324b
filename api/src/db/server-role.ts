import pg from 'pg';
import type { Statements } from './functions.ts';

/** As whom a connection acts. */
export async function roleOf(query: Statements['query']): Promise<string> {
  const { rows } = await query('select current_user as role');
  return (rows as [{ role: string }])[0].role;
}

/**
 * Whether it is up to others to change the tables of the queues. Where there are none yet, whoever comes
 * makes them.
 */
export async function ownsJobTables(query: Statements['query']): Promise<boolean> {
  const { rows } = await query(`select pg_has_role(relowner, 'usage') as owns from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'pgboss' and relname = 'version'`);
  const [table] = rows as { owns: boolean }[];
  return table?.owns ?? true;
}

/**
 * Lets a role do what the server does, and no more: it reads and writes rows, makes and changes no table,
 * and of the audit log it reads and adds. What it was allowed before is taken back.
 */
export async function admitServer({ script }: Statements, role: string): Promise<void> {
  const server = pg.escapeIdentifier(role);
  await script(`begin;
    revoke all on all tables in schema public, pgboss, drizzle from ${server};
    revoke all on schema public, pgboss, drizzle from ${server};
    grant usage on schema public, pgboss, drizzle to ${server};
    grant select, insert, update, delete on all tables in schema public, pgboss to ${server};
    revoke update, delete on audit_log from ${server};
    grant execute on function purge_audit_entries, purge_audit_log to ${server};
    grant select on all tables in schema drizzle to ${server};
    grant usage on all sequences in schema public, pgboss to ${server};
    commit;`);
}
