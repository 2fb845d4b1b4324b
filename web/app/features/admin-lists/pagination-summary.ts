import { formatCount } from '../../lib/format.ts';
import { type PageCursors, pageCount } from '../../lib/pagination.ts';
import { pageSize } from './use-list-query.ts';

/**
 * '62 users · page 2 of 3', or 'Page 2' where nobody has counted. `noun`: one row and several, for
 * example 'user' and 'users'.
 */
export function paginationSummary(
  [one, many]: readonly [string, string],
  list: { rows: readonly unknown[]; count?: number; cursors: PageCursors },
  page: number,
): string {
  const isLast = list.cursors.next === null;
  const isWhole = page === 1 && isLast;
  const count = list.count ?? (isWhole ? list.rows.length : undefined);
  if (count === undefined) return `Page ${formatCount(page)}`;
  const rows = `${formatCount(count)} ${count === 1 ? one : many}`;
  const pages = pageCount(count, pageSize, page, isLast);
  return pages === 1 ? rows : `${rows} · page ${formatCount(page)} of ${formatCount(pages)}`;
}
