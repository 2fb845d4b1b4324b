import { emailKey } from './email-key.ts';
import type { Statements } from './functions.ts';

/** What the migration makes right by itself: only letters that A to Z are the small forms of. */
const plain = `email collate "C" ~* '^[!-~]+@([a-z0-9-]+[.])+[a-z][a-z0-9-]*$'`;

interface Account {
  id: string;
  email: string;
}

/**
 * The accounts whose `email_key` only code can make, with that key. Called before the migrations,
 * because two of them, or one of them and a plain one, may turn out to be one e-mail: then it throws
 * an error that names them all, and nothing has been changed.
 */
export async function findUnusualEmails(
  query: Statements['query'],
): Promise<(Account & { key: string })[]> {
  const unusual = (await accounts(query, `not (${plain})`)).map((account) => ({
    ...account,
    key: emailKey(account.email),
  }));
  const byKey = new Map<string, Account[]>();
  for (const account of unusual) {
    byKey.set(account.key, [...(byKey.get(account.key) ?? []), account]);
  }
  const keys = [...byKey.keys()].map((key) => `'${key.replaceAll("'", "''")}'`);
  if (keys.length === 0) return [];
  const others = `${plain} and lower(email collate "C") in (${keys.join(', ')})`;
  for (const other of await accounts(query, others)) byKey.get(emailKey(other.email))?.push(other);
  const same = [...byKey.values()].filter((all) => all.length > 1);
  if (same.length === 0) return unusual;
  const named = same.map((all) => all.map(({ id, email }) => `${email} (${id})`).join(' and '));
  throw new Error(
    [
      'These accounts have one e-mail, written in different ways:',
      ...named.map((line) => `  - ${line}`),
      'Nothing was changed. In the version before, give all but one of them another e-mail or delete them, then start this one again.',
    ].join('\n'),
  );
}

/** Writes the keys that were found, where the database has other ones. */
export async function writeEmailKeys(
  query: Statements['query'],
  found: Awaited<ReturnType<typeof findUnusualEmails>>,
): Promise<void> {
  for (const { id, key } of found) {
    const text = key.replaceAll("'", "''");
    await query(
      `update users set email_key = '${text}' where id = '${id}' and email_key <> '${text}'`,
    );
  }
}

async function accounts(query: Statements['query'], condition: string): Promise<Account[]> {
  const { rows } = await query("select to_regclass('users') is not null as there");
  if (!(rows as [{ there: boolean }])[0].there) return [];
  const found = await query(
    `select id, email from users where deleted_at is null and ${condition} order by created_at, id`,
  );
  return found.rows as Account[];
}
