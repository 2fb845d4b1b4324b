import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, openTestDatabase } from '../testing/database.ts';
import type { Database } from './client.ts';
import { emailKey } from './email-key.ts';
import { migrationsFolder } from './migrations.ts';
import { openDatabase } from './open.ts';

describe('the form by which an e-mail is found', () => {
  const ways: [string, (email: string) => string][] = [
    ['in capitals', (email) => email.toUpperCase()],
    ['in small letters', (email) => email.toLowerCase()],
    ['with accents apart', (email) => email.normalize('NFD')],
    ['in compatible letters', (email) => email.normalize('NFKC')],
    ['in that form itself', emailKey],
  ];
  // No host is without case in every letter: straße.de and STRASSE.DE are two.
  const local = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  const letters = ['İ', 'ı', 'ß', 'ẞ', 'ς', 'Σ', 'ſ', 'K', 'é', 'Ａ', 'ﬁ', 'ŉ', 'ǰ', '\u0345'];

  it.each(ways)('is the same for one that is written %s', (_how, rewrite) => {
    const same = (name: string) => {
      const email = `${name}@hospital.test`;
      expect(emailKey(rewrite(email))).toBe(emailKey(email));
    };
    fc.assert(fc.property(fc.oneof(local, fc.constantFrom(...letters)), same));
    for (const letter of letters) same(`a${letter}b`);
  });

  it.each([
    ['Ada@Hospital.Test', 'ada@hospital.test'],
    ['ａｄａ@ｈｏｓｐｉｔａｌ.ｔｅｓｔ', 'ada@hospital.test'],
    ['ada@hospital。test.', 'ada@hospital.test'],
    ['ada@zürich.example', 'ada@xn--zrich-kva.example'],
    // What a host's name cannot hold is no way to somebody else's e-mail.
    ['ada@hospital.test/x.evil', 'ada@hospital.test/x.evil'],
    ['ada@hospital.test?.evil', 'ada@hospital.test?.evil'],
    ['a＠b@hospital.test', 'a@b@hospital.test'],
  ])('of %s is %s', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });
});

describe('a database of the release before', () => {
  let database: Database;
  const run = async <Row>(text: string) =>
    (await database.db.execute(sql.raw(text))).rows as unknown as Row[];
  beforeAll(async () => {
    database = await openTestDatabase();
    await run('drop schema public cascade');
    await run('drop schema drizzle cascade');
    await run('create schema public');
    const older = await mkdtemp(join(tmpdir(), 'migrations-'));
    await cp(migrationsFolder, older, { recursive: true });
    const file = join(older, 'meta/_journal.json');
    const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'));
    const first = journal.entries.findIndex(({ tag }) => tag.endsWith('email-keys'));
    const entries = journal.entries.slice(0, first);
    await writeFile(file, JSON.stringify({ ...journal, entries }));
    await migrate(database.db as never, { migrationsFolder: older });
    await rm(older, { recursive: true });
    // As in a database with locale C, in which only A to Z had small forms.
    await run('drop index users_email');
    await run('create unique index users_email on users (lower(email collate "C"))');
  });
  afterAll(() => database.close());

  const add = async (email: string, id = uuid()) => {
    await run(`insert into users (id, email, first_name, last_name, password_hash, role)
      values ('${id}', $$${email}$$, 'A', 'B', 'none', 'user')`);
    return id;
  };
  const start = async () => {
    const url = await addressOf(database.db);
    await (await openDatabase({ url, dataDirectory: '' })).close();
  };

  it('is not touched while two accounts have one e-mail, and both are named', async () => {
    const ids = [await add("é.o'hara@hospital.test"), await add("É.O'Hara@hospital.test")];
    const others = [await add('ada@hospital.test'), await add('ada@hospital.test.')];
    const started = start();
    await expect(started).rejects.toThrow(
      `  - é.o'hara@hospital.test (${ids[0]}) and É.O'Hara@hospital.test (${ids[1]})\n`,
    );
    await expect(started).rejects.toThrow(`ada@hospital.test (${others[0]})`);
    await expect(run('select email_key from users')).rejects.toThrow();
    await run(`delete from users where id in ('${ids[0]}', '${others[1]}')`);
  });

  it('has the key of every e-mail afterwards, also of what that release still writes', async () => {
    await add('Zoë@ZÜRICH.example');
    await add('Plain@Hospital.test');
    await start();
    const late = await add('Late@hospital.test');
    await run(`update users set email = 'Later@hospital.test' where id = '${late}'`);
    const rows = await run<{ email: string; email_key: string }>('select * from users');
    expect(rows).toHaveLength(5);
    for (const { email, email_key } of rows) expect(email_key).toBe(emailKey(email));
  });
});
