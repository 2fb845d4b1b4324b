import { type SQL, sql } from 'drizzle-orm';
import { validate } from 'uuid';

/** By what a list is sorted; the id decides among equals. */
export interface Order {
  /** Names the order, so that a cursor of another one is refused. */
  name: string;
  column: SQL;
  id: SQL;
  type: 'timestamptz' | 'text' | 'integer';
  descending: boolean;
}

/** By which of its columns a list is wanted. */
export interface Sort<By extends string> {
  by: By;
  descending: boolean;
}

/** The sort of a query. */
export function sortOf<By extends string>(query: {
  sortBy: By;
  sortOrder: 'asc' | 'desc';
}): Sort<By> {
  return { by: query.sortBy, descending: query.sortOrder === 'desc' };
}

/** The order of a list for one of the columns that it can be sorted by. */
export function orderOf<By extends string>(
  list: string,
  { by, descending }: Sort<By>,
  sortable: Record<By, Pick<Order, 'column' | 'type'>>,
  id: SQL,
): Order {
  return { ...sortable[by], name: `${list}.${by}.${descending}`, id, descending };
}

/** Leaves a value as it is. */
const unchanged = {
  timestamptz: sql`+ interval '0'`,
  integer: sql`+ 0`,
  text: sql`|| ''`,
} as const;

/**
 * An order for rows that are few, and found by what they have in common: they are sorted then. An
 * index in the order of the list, which the planner would walk from its end until it has met enough
 * of them, holds the column and not this.
 */
export function sortedAfterwards(order: Order): Order {
  return { ...order, column: sql`(${order.column} ${unchanged[order.type]})` };
}

/** What is asked of a list: so many rows, from a cursor or else from a page's number. */
export interface PageRequest {
  page: number;
  pageSize: number;
  cursor?: string | undefined;
}

/** A cursor that the list it came to did not give out. */
export class ForeignCursor extends Error {
  override readonly name = 'ForeignCursor';
}

interface Position {
  backwards: boolean;
  value: string;
  id: string;
}

/** How a query reads one page. */
export interface PageQuery {
  /** Undefined on a page without a cursor. */
  after: SQL | undefined;
  orderBy: SQL;
  /** One more than asked for, to know whether there is more. */
  limit: number;
  offset: number;
}

export interface Page<Row> {
  rows: Row[];
  next: string | null;
  previous: string | null;
}

/** Plans a page. Throws ForeignCursor for a cursor that this list did not give out. */
export function planPage(order: Order, request: PageRequest): PageQuery {
  const position = request.cursor === undefined ? undefined : readCursor(order, request.cursor);
  const descending = order.descending !== (position?.backwards ?? false);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return {
    after:
      position &&
      sql`(${order.column}, ${order.id}) ${sql.raw(descending ? '<' : '>')}
          (${position.value}::${sql.raw(order.type)}, ${position.id}::uuid)`,
    orderBy: sql`${order.column} ${direction}, ${order.id} ${direction}`,
    limit: request.pageSize + 1,
    offset: position ? 0 : (request.page - 1) * request.pageSize,
  };
}

/** Turns what a planned query found into a page. `placeOf`: a row's value in the order, and its id. */
export function toPage<Row>(
  order: Order,
  request: PageRequest,
  found: Row[],
  placeOf: (row: Row) => { value: string; id: string },
): Page<Row> {
  const position = request.cursor === undefined ? undefined : readCursor(order, request.cursor);
  const backwards = position?.backwards ?? false;
  const hasMore = found.length > request.pageSize;
  const rows = found.slice(0, request.pageSize);
  if (backwards) rows.reverse();
  const cursor = (row: Row | undefined, toBefore: boolean) =>
    row === undefined ? null : writeCursor(order, { backwards: toBefore, ...placeOf(row) });
  const hasBefore = backwards ? hasMore : position !== undefined || request.page > 1;
  const hasAfter = backwards || hasMore;
  return {
    rows,
    next: hasAfter ? cursor(rows.at(-1), false) : null,
    previous: hasBefore ? cursor(rows[0], true) : null,
  };
}

/** A list from its first page to its last, read by `find` as each is wanted. */
export async function* everyPage<Row>(
  find: (request: PageRequest) => Promise<Page<Row>>,
  pageSize: number,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  do {
    const page = await find({ page: 1, pageSize, cursor });
    yield page.rows;
    cursor = page.next ?? undefined;
  } while (cursor);
}

function writeCursor({ name }: Order, { backwards, value, id }: Position): string {
  return Buffer.from(JSON.stringify([name, backwards ? 1 : 0, value, id])).toString('base64url');
}

function readCursor(order: Order, cursor: string): Position {
  try {
    const [name, backwards, value, id] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    ) as unknown[];
    const isOurs =
      name === order.name && typeof value === 'string' && !value.includes('\0') && validate(id);
    if (isOurs && fits[order.type](value)) {
      return { backwards: backwards === 1, value, id: id as string };
    }
  } catch {
    // Not a cursor at all: refused like one of another list.
  }
  throw new ForeignCursor();
}

const fits: Record<Order['type'], (value: string) => boolean> = {
  // As this side writes a moment, and no 30th of February; the database knows no year 0.
  timestamptz: (value) => /^(?!0000)\d/.test(value) && new Date(value).toISOString() === value,
  integer: (value) => /^-?\d{1,9}$/.test(value),
  text: () => true,
};
