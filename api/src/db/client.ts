import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { ConstructorOptions } from 'pg-boss';

/** A connection or a running transaction: repositories take either. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export interface Database {
  db: Db;
  /** How pg-boss reaches the same database. */
  bossOptions: ConstructorOptions;
  /** Resolves when the database answers; rejects otherwise. */
  ping(): Promise<void>;
  /** How many connections there are, how many of them rest, and how many requests wait for one. */
  connections?(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}
