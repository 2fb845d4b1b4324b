import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { indexedField } from './database.ts';
import type { Doc, Kind, Secret } from './documents.ts';

/** A condition on a list: a JSON path in the document, an operator and a value. */
export interface Filter {
  path: string;
  op: '=' | '>' | '>=' | '<' | '<=' | '!=' | 'in';
  value: string | number | null | readonly string[];
}

/** One page's boundaries; at most one of the two cursors is set. */
export interface Window {
  limit: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

interface Row {
  json: string;
}

/** Keeps resources as JSON documents. All of it is synchronous: callers hold the transaction. */
export class Store {
  readonly database: DatabaseSync;

  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** The statement, parsed once: there are as many as the code has, and each runs thousands of times. */
  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  find<K extends Kind>(kind: K, id: string): Doc<K> | undefined {
    const row = this.prepare('SELECT json FROM documents WHERE kind = ? AND id = ?').get(
      kind,
      id,
    ) as Row | undefined;
    return row && JSON.parse(row.json);
  }

  secret<K extends Kind>(kind: K, id: string): Secret<K> {
    const row = this.prepare('SELECT secret FROM documents WHERE kind = ? AND id = ?').get(
      kind,
      id,
    ) as { secret: string | null } | undefined;
    return JSON.parse(row?.secret ?? 'null');
  }

  /** Inserts or replaces a document; leaves the secret alone when none is given. */
  put<K extends Kind>(
    kind: K,
    doc: Doc<K> & { id: string },
    extra: { secret?: Secret<K>; wakesAt: number | null; clock: string | null },
  ): void {
    const created = 'created' in doc ? doc.created : 0;
    this.prepare(
      `INSERT INTO documents (kind, id, created, json, secret, wakes_at, clock)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json, wakes_at = excluded.wakes_at,
           clock = excluded.clock, secret = coalesce(excluded.secret, secret)`,
    ).run(
      kind,
      doc.id,
      created,
      JSON.stringify(doc),
      extra.secret ? JSON.stringify(extra.secret) : null,
      extra.wakesAt,
      extra.clock,
    );
  }

  remove(kind: Kind, id: string): void {
    this.prepare('DELETE FROM documents WHERE kind = ? AND id = ?').run(kind, id);
  }

  /** Documents that match, newest first, within the window. One more than `limit` may come. */
  select<K extends Kind>(kind: K, filters: readonly Filter[], window: Window): Doc<K>[] {
    const values: SQLInputValue[] = [kind];
    const conditions = filters.map((filter) => condition(filter, values));
    if (window.after) conditions.push(cursor('<', kind, window.after, values));
    if (window.before) conditions.push(cursor('>', kind, window.before, values));
    const order = window.before ? 'ASC' : 'DESC';
    const rows = this.prepare(
      `SELECT json FROM documents WHERE ${['kind = ?', ...conditions].join(' AND ')}
         ORDER BY seq ${order} LIMIT ?`,
    ).all(...values, window.limit) as unknown as Row[];
    return rows.map((row) => JSON.parse(row.json));
  }

  /** Every matching document, newest first. */
  all<K extends Kind>(kind: K, filters: readonly Filter[] = []): Doc<K>[] {
    return this.select(kind, filters, { limit: -1 });
  }

  /** The next document of a clock whose time has come, or undefined when nothing is due. */
  nextDue(clock: string | null, now: number): { kind: Kind; id: string; at: number } | undefined {
    return this.prepare(
      `SELECT kind, id, wakes_at AS at FROM documents
         WHERE clock IS ? AND wakes_at <= ? ORDER BY wakes_at, seq LIMIT 1`,
    ).get(clock, now) as { kind: Kind; id: string; at: number } | undefined;
  }

  /** Takes everything off a clock: from now on it lives in shared time. */
  leaveClock(clock: string): void {
    this.prepare(
      `UPDATE documents SET clock = NULL, json = json_set(json, '$.test_clock', json('null'))
         WHERE clock = ?`,
    ).run(clock);
  }

  setting(name: string): string | undefined {
    const row = this.prepare('SELECT value FROM settings WHERE name = ?').get(name);
    return row?.value as string | undefined;
  }

  setSetting(name: string, value: string): void {
    this.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value);
  }
}

function condition({ path, op, value }: Filter, values: SQLInputValue[]): string {
  const indexed = indexedField(path);
  // Other paths are bound like any value.
  const field = indexed ?? 'json_extract(json, ?)';
  if (!indexed) values.push(`$.${path}`);
  if (value === null) return `${field} IS NULL`;
  if (Array.isArray(value)) {
    values.push(JSON.stringify(value));
    return `${field} IN (SELECT value FROM json_each(?))`;
  }
  values.push(value as string | number);
  return `${field} ${op === 'in' ? '=' : op} ?`;
}

function cursor(op: '<' | '>', kind: Kind, id: string, values: SQLInputValue[]): string {
  values.push(kind, id);
  return `seq ${op} (SELECT seq FROM documents WHERE kind = ? AND id = ?)`;
}
