import { type PageParams, pageFromParams } from '../../lib/pagination.ts';
import { oneOf, sortingFromParams } from '../../lib/search-params.ts';
import { useUrlFilters } from '../../lib/use-url-filters.ts';

/** A filter that is chosen from a list; its first option, 'all', filters nothing. */
export interface SelectFilter<Key extends string = string, Value extends string = string> {
  /** Its parameter in the URL and in the query. */
  key: Key;
  label: string;
  options: readonly { value: Value; label: string }[];
}

/** The box above a list. */
export interface SearchFilter<Key extends string = string> {
  key: Key;
  label: string;
  placeholder: string;
  /** UTF-16 units that fit; 200 by default. */
  maxLength?: number;
}

/** The search of users, and of what belongs to them (product D22). */
export const userSearch: SearchFilter<'search'> = {
  key: 'search',
  label: 'Search by user',
  placeholder: 'Search by user...',
};

type Selected<Filter extends SelectFilter> = {
  [F in Filter as F['key']]?: Exclude<F['options'][number]['value'], 'all'>;
};

interface Options<
  Search extends SearchFilter,
  Selects extends readonly SelectFilter[],
  SortKey extends string,
> {
  search: Search;
  selects: Selects;
  /** By which the rows can be sorted, the default first; not given where they cannot. */
  sortBy?: readonly [SortKey, ...SortKey[]];
}

/**
 * The filters, the sorting and the page of a list, as they stand in the URL. `query` is what the
 * list's call takes of them but for the page; a value that is not offered filters nothing.
 */
export function useListFilters<
  Search extends SearchFilter,
  const Selects extends readonly SelectFilter[],
  SortKey extends string = never,
>({ search, selects, sortBy }: Options<Search, Selects, SortKey>) {
  const url = useUrlFilters();
  const { params } = url;
  const sorting = sortBy && sortingFromParams(params, sortBy);
  const selected = selects.map(({ key, options }) => [key, selectedOption(params, key, options)]);
  const query = {
    [search.key]: params.get(search.key) ?? '',
    ...Object.fromEntries(selected),
    ...sorting,
  } as Record<Search['key'], string> & Selected<Selects[number]> & NonNullable<typeof sorting>;
  const page: PageParams = pageFromParams(params);
  const isFiltered = [search, ...selects].some(({ key }) => params.has(key));
  return { ...url, search, selects, sorting, query, page, isFiltered };
}

/** What `ListFilters` shows. */
export type ListFilterState = Omit<
  ReturnType<typeof useListFilters<SearchFilter, readonly SelectFilter[], string>>,
  'query'
>;

function selectedOption(
  params: URLSearchParams,
  key: string,
  options: SelectFilter['options'],
): string | undefined {
  const values = options.map(({ value }) => value);
  const value = oneOf(params.get(key), values);
  return value === 'all' ? undefined : value;
}
