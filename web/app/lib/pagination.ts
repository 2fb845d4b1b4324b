/** The page of a list that the URL asks for. The cursor leads to the rows; the number is for people. */
export interface PageParams {
  page: number;
  cursor?: string;
}

/** The cursors that the server gave with a page; null where there is no page on that side. */
export interface PageCursors {
  next: string | null;
  previous: string | null;
}

/** A step to the next page or to the previous one. */
export type PageStep = 1 | -1;

/** The server's limit for pages that are asked for by number. */
const maxPageNumber = 400;

/** The page in a URL: the first, to which no cursor leads, for anything that is none. */
export function pageFromParams(params: URLSearchParams): PageParams {
  const page = Number(params.get('page') ?? 1);
  const cursor = params.get('cursor') ?? undefined;
  const max = cursor === undefined ? maxPageNumber : Number.MAX_SAFE_INTEGER;
  return Number.isInteger(page) && page > 1 && page <= max ? { page, cursor } : { page: 1 };
}

/** The cursor that a step follows; null where it leads nowhere. */
export function cursorOf(cursors: PageCursors, step: PageStep): string | null {
  return step === 1 ? cursors.next : cursors.previous;
}

/** What a step changes in the URL. The first page is always asked for anew. */
export function pageStepParams(
  { page }: PageParams,
  cursors: PageCursors,
  step: PageStep,
): Record<string, string> {
  const cursor = cursorOf(cursors, step);
  const target = page + step;
  return cursor === null || target <= 1
    ? { page: '', cursor: '' }
    : { page: String(target), cursor };
}

/**
 * How many pages there are. Rows may come and go between two steps: a page that is followed by
 * another is not the last, and one without is.
 */
export function pageCount(count: number, pageSize: number, page: number, isLast: boolean): number {
  if (isLast) return page;
  return Math.max(Math.ceil(count / pageSize), page + 1);
}
