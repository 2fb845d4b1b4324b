import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { logError } from '../../lib/log.ts';
import type { PageCursors } from '../../lib/pagination.ts';

/** How many rows the admins' lists show at a time. */
export const pageSize = 25;

/** One page of a list as it is answered; figures and count may be missing (product D28). */
interface ListPage<Row, Stats> extends PageCursors {
  rows: Row[];
  stats?: Stats;
  /** How many rows match on all pages. */
  count?: number;
}

/** What `AdminListPage` shows of a list. */
export interface ListQuery<Row> {
  query: Pick<
    UseQueryResult,
    'isPending' | 'isError' | 'isFetching' | 'error' | 'isPlaceholderData' | 'refetch'
  >;
  rows: Row[];
  /** Not known of every list. */
  count?: number;
  cursors: PageCursors;
}

interface Options<Query, Row, Stats> {
  /** What the list is called in the cache and in the log, for example 'payments'. */
  name: string;
  query: Query;
  load: (input: {
    query: Query & { pageSize: number };
    signal: AbortSignal;
    silent: true;
  }) => Promise<ListPage<Row, Stats>>;
  /** The figures of an answer that has none, from its rows. */
  statsFromRows: (rows: Row[]) => Stats;
}

/**
 * One page of an admins' list, with the figures of all rows that match. A failure is only logged,
 * and leaves no rows and no figures (product D27). While another page loads the rows before it stay.
 */
export function useListQuery<
  Query extends object,
  Row,
  Stats extends { total: number } | undefined,
>(options: Options<Query, Row, Stats>): ListQuery<Row> & { stats: Stats | undefined } {
  const { name, query: filters, load, statsFromRows } = options;
  const query = useQuery({
    queryKey: [name, 'list', filters],
    queryFn: async ({ signal }) => {
      try {
        return await load({ query: { ...filters, pageSize }, signal, silent: true });
      } catch (error) {
        if (!signal.aborted) logError(`Loading ${name} failed`, error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
  const page = query.isError ? undefined : query.data;
  const rows = page?.rows ?? [];
  const stats = page && (page.stats ?? statsFromRows(rows));
  return {
    query,
    rows,
    stats,
    count: page?.count ?? stats?.total,
    cursors: { next: page?.next ?? null, previous: page?.previous ?? null },
  };
}
