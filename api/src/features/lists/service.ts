import { everyPage, type Page, type PageRequest, type Sort, sortOf } from '../../db/keyset.ts';
import type { Services } from '../../services.ts';

/** How a list is sorted, as a query asks for it. */
type SortQuery<By extends string> = Parameters<typeof sortOf<By>>[0];

/** What makes a list of the admins': its conditions, its rows in order, and its figures. */
interface ListParts<Query, Filter, By extends string, Row, Stats> {
  readFilter: (services: Services, query: Query) => Promise<Filter>;
  /** Throws ForeignCursor. */
  findPage: (
    db: Services['db'],
    filter: Filter,
    sort: Sort<By>,
    request: PageRequest,
  ) => Promise<Page<Row>>;
  /** The figures of all that match. */
  readStats: (services: Services, filter: Filter) => Promise<Stats>;
}

/** A list of the admins', by pages for the screen and whole for a file. */
export function adminList<Query extends SortQuery<By>, Filter, By extends string, Row, Stats>({
  readFilter,
  findPage,
  readStats,
}: ListParts<Query, Filter, By, Row, Stats>) {
  return {
    /** One page; the figures are of all that match. Throws ForeignCursor. */
    async page(services: Services, query: Query & PageRequest) {
      const filter = await readFilter(services, query);
      const [page, stats] = await Promise.all([
        services.read((db) => findPage(db, filter, sortOf<By>(query), query)),
        readStats(services, filter),
      ]);
      return { ...page, stats };
    },

    /** The same rows, all of them, `pageSize` at a time. */
    async *every(services: Services, query: Query, pageSize: number): AsyncGenerator<Row[]> {
      const filter = await readFilter(services, query);
      yield* everyPage(
        (request) => services.read((db) => findPage(db, filter, sortOf<By>(query), request)),
        pageSize,
      );
    },
  };
}

/** A page as it leaves, with its rows presented and named. */
export function presentPage<Name extends string, Row, Shown, Stats extends { total: number }>(
  name: Name,
  { rows, stats, next, previous }: Page<Row> & { stats: Stats },
  present: (row: Row) => Shown,
) {
  const named = { [name]: rows.map(present) } as Record<Name, Shown[]>;
  return { ...named, stats, count: stats.total, next, previous };
}
