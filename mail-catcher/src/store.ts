import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Message, NewMessage } from './message.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "at" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL
  ) STRICT`;

// A mailbox of an older release has no such column.
const ATTACHMENTS = `ALTER TABLE messages ADD COLUMN "attachments" TEXT NOT NULL DEFAULT '[]'`;

const BUSY_TIMEOUT_MS = 5_000;

export type Store = ReturnType<typeof openStore>;

const read = (row: Record<string, unknown>) =>
  ({ ...row, attachments: JSON.parse(String(row.attachments)) }) as Message;

/**
 * Opens the mailbox. `file` is a path, made with its folder when missing, or ':memory:'.
 * `add` has written the mail to disk when it returns; `list` is newest first.
 */
export function openStore(file: string) {
  if (file !== ':memory:') keepPrivate(file);
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  db.exec(SCHEMA);
  const columns = db.prepare(`SELECT name FROM pragma_table_info('messages')`).all();
  if (!columns.some(({ name }) => name === 'attachments')) db.exec(ATTACHMENTS);

  const insert = db.prepare(
    'INSERT INTO messages ("at", "to", "subject", "text", "html", "attachments") VALUES (?, ?, ?, ?, ?, ?)',
  );
  const newestFirst = db.prepare('SELECT * FROM messages ORDER BY "at" DESC, id DESC');
  const toOne = db.prepare(`SELECT * FROM messages
    WHERE instr(lower(', ' || "to" || ', '), lower(', ' || ? || ', ')) > 0 ORDER BY "at" DESC, id DESC`);
  const one = db.prepare('SELECT * FROM messages WHERE id = ?');

  return {
    add: ({ at, to, subject, text, html, attachments }: NewMessage): void => {
      insert.run(at, to, subject, text, html, JSON.stringify(attachments));
    },
    /** All, or those that were delivered to an address. */
    list: (to?: string) => (to === undefined ? newestFirst.all() : toOne.all(to)).map(read),
    find: (id: number) => {
      const row = one.get(id);
      return row && read(row);
    },
    clear: () => db.exec('DELETE FROM messages'),
    close: () => db.close(),
  };
}

/** Makes a file that is for nobody else, also where it was there before; SQLite's own beside it follow. */
function keepPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) chmodSync(file + end, 0o600);
}
