import type { Db } from './client.ts';

/**
 * Builds a hot query, or what loads by it, once for each connection instead of once for each call.
 * Inside a transaction, whose handle lives shortly, it is built anew.
 */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    let query = built.get(db);
    if (query === undefined) {
      query = build(db);
      built.set(db, query);
    }
    return query;
  };
}

/** Texts as an array's one parameter; none of them may hold a comma, a brace or a quotation mark. */
export const textArray = (texts: string[]): string => `{${texts.join(',')}}`;
