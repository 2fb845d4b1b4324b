/** Where a list stands. The cursor leads to the rows; the page's number is for people. */
export interface Place {
  page: number;
  cursor?: string;
}

/** The way on and back that the server gave with a page; null where there is none. */
export interface Cursors {
  next: string | null;
  previous: string | null;
}

/** The server's limit for pages that are asked for by number. */
const deepest = 400;

/** The place in an address: the first page, to which no cursor leads, for anything that is none. */
export function placeOf(params: URLSearchParams): Place {
  const page = Number(params.get('page') ?? 1);
  const cursor = params.get('cursor') ?? undefined;
  const last = cursor === undefined ? deepest : Number.MAX_SAFE_INTEGER;
  return Number.isInteger(page) && page > 1 && page <= last ? { page, cursor } : { page: 1 };
}

/** What a step forward or back changes in the address. The first page is always asked for anew. */
export function turn({ page }: Place, cursors: Cursors, step: 1 | -1): Record<string, string> {
  const cursor = step === 1 ? cursors.next : cursors.previous;
  const target = page + step;
  return cursor === null || target <= 1
    ? { page: '', cursor: '' }
    : { page: String(target), cursor };
}

/**
 * How many pages there are. Rows may come and go between two steps: a page that is followed by
 * another is not the last, and one without is.
 */
export function pagesIn(count: number, pageSize: number, page: number, isLast: boolean): number {
  if (isLast) return page;
  return Math.max(Math.ceil(count / pageSize), page + 1);
}
