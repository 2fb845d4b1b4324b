import { and, getTableName, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import {
  type Order,
  type PageQuery,
  type PageRequest,
  planPage,
  sortedAfterwards,
} from '../../db/keyset.ts';
import type { payments, subscriptions } from '../../db/schema.ts';
import {
  inWords,
  isOfFound,
  isOfFoundInTurn,
  type Search,
  scanBudget,
} from '../../db/user-search.ts';

type Table = typeof payments | typeof subscriptions;

/** A list of what users have, and what is wanted of it. */
export interface Wanted {
  table: Table;
  search: Search | undefined;
  /** All conditions but the search. */
  others: SQL | undefined;
  order: Order;
  /** The column of the order. */
  by: PgColumn;
  request: PageRequest;
}

/** In rows of an index that are walked past: to look at the words of a row's user, */
const toLook = 60;
/** to find one user by the index of words, */
const toFind = 30;
/** and to sort what one user has. */
const toSort = 50;

/**
 * Reads the rows of a page, and one more. `read` is given their ids, as a subquery, and the order
 * they are in: the ids are found in an index alone, where it can be, so that only the page's own
 * rows are read.
 *
 * What most users match fills a page as the rows come. Less common users are found first; they
 * mostly fill a page soon, or else, and if they are few, all their rows are read and sorted.
 */
export async function readWanted<Row>(
  db: Db,
  list: Wanted,
  read: (ids: ReturnType<typeof idsOfPage>, orderBy: SQL) => Promise<Row[]>,
): Promise<Row[]> {
  const { table, search, order, request } = list;
  const plan = planPage(order, request);
  const readInOrder = (found?: SQL, walked?: number) =>
    read(idsOfPage(db, list, plan, found, walked), plan.orderBy);
  if (!search) return readInOrder();
  const { users = 0, allUsers } = search;
  const rows = plan.offset + plan.limit;
  if (users > 0 && (rows * allUsers * toLook) / users < users * toFind) {
    return readInOrder(inWords(table.userId, search));
  }
  const walked = scanBudget(search, rows, toSort);
  if (walked > 0) {
    const near = await readInOrder(isOfFoundInTurn(table.userId, search), walked);
    if (near.length === plan.limit || (await isFarShorter(db, list, plan, walked))) return near;
  }
  const sorted = planPage(sortedAfterwards(order), request);
  return read(idsOfPage(db, list, sorted, isOfFound(table.userId, search)), sorted.orderBy);
}

/** Whether a list is over long before so many rows, without the search. */
async function isFarShorter(
  db: Db,
  { table, others }: Wanted,
  { after, orderBy }: PageQuery,
  rows: number,
): Promise<boolean> {
  const condition = and(others, after);
  const list = db.select({ id: table.id }).from(table).where(condition).orderBy(orderBy);
  return (await list.offset(Math.floor(rows / 2)).limit(1)).length === 0;
}

function idsOfPage(
  db: Db,
  { table, others, by }: Wanted,
  { after, orderBy, limit, offset }: PageQuery,
  found?: SQL,
  walked?: number,
) {
  const next = (most: number) =>
    db
      .select({ id: table.id, userId: table.userId, by })
      .from(table)
      .where(and(others, after))
      .orderBy(orderBy)
      .limit(most)
      .as(getTableName(table));
  const rows =
    walked === undefined
      ? db
          .select({ id: table.id })
          .from(table)
          .where(and(others, found, after))
      : db.select({ id: table.id }).from(next(walked)).where(found);
  return rows.orderBy(orderBy).limit(limit).offset(offset).as('wanted');
}
