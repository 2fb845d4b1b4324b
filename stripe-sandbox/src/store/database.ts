import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What documents are looked up by, besides their ids: of whom or of what they are. */
const INDEXED = ['customer', 'invoice', 'charge', 'payment_intent', 'payment.payment_intent'];

const SCHEMA = `
CREATE TABLE IF NOT EXISTS documents (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  created INTEGER NOT NULL,
  json TEXT NOT NULL,
  secret TEXT,
  wakes_at INTEGER,
  clock TEXT,
  UNIQUE (kind, id)
);
${INDEXED.map(
  (path) => `CREATE INDEX IF NOT EXISTS "documents_by_${path}" ON documents (kind, ${fieldOf(path)})
    WHERE ${fieldOf(path)} IS NOT NULL;`,
).join('\n')}
CREATE INDEX IF NOT EXISTS documents_by_kind ON documents (kind, seq);
CREATE INDEX IF NOT EXISTS documents_by_wake ON documents (clock, wakes_at) WHERE wakes_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  request_id TEXT NOT NULL,
  stored_ms INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_ms INTEGER NOT NULL,
  answer TEXT
);
CREATE INDEX IF NOT EXISTS deliveries_pending ON deliveries (due_ms, seq) WHERE state = 'pending';
CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

/** A field of a document in SQL, spelt as in its index; undefined where there is none. */
export function indexedField(path: string): string | undefined {
  return INDEXED.includes(path) ? fieldOf(path) : undefined;
}

function fieldOf(path: string): string {
  return `json_extract(json, '$.${path}')`;
}

/**
 * Opens the sandbox's database and creates its tables when they are missing.
 * @param file a path, or ':memory:'
 */
export function openDatabase(file: string): DatabaseSync {
  if (file !== ':memory:') keepPrivate(file);
  const database = new DatabaseSync(file);
  // With a write-ahead log, NORMAL loses nothing to a killed process; only a power cut could.
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec(SCHEMA);
  return database;
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Makes a file that is for nobody else, also where it was there before; SQLite's own beside it follow. */
function keepPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) chmodSync(file + end, 0o600);
}
