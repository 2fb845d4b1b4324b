import type { Client } from './client.ts';

/** The lists of the admin area that are read in pages. */
export type ListName = 'users' | 'subscriptions' | 'payments' | 'audit';

export interface ListPage {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered
  rows: any[];
  stats: Record<string, number>;
  count: number;
  next: string | null;
  previous: string | null;
}

/** Reads one page of an admin list. Throws for anything but 200. */
export async function readPage(
  admin: Client,
  list: ListName,
  query: Record<string, string | undefined> = {},
): Promise<ListPage> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const path = `/admin/${list}?${new URLSearchParams(given as [string, string][])}`;
  const { status, body } = await admin.get(path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  const { [list]: rows, entries, ...page } = list === 'users' ? body.data : body;
  return { rows: rows ?? entries, ...page };
}

/** Follows the cursors from the first page to the last; `between` runs after each page. */
export async function readAll(
  admin: Client,
  list: ListName,
  query: Record<string, string | undefined> = {},
  between: () => Promise<void> = async () => {},
): Promise<{ first: ListPage; last: ListPage; ids: string[] }> {
  const first = await readPage(admin, list, query);
  const ids: string[] = first.rows.map(({ id }) => id);
  let last = first;
  while (last.next) {
    await between();
    last = await readPage(admin, list, { ...query, cursor: last.next });
    ids.push(...last.rows.map(({ id }) => id));
  }
  return { first, last, ids };
}
