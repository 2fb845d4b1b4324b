import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { pageKeys, updatedSearchParams } from './search-params.ts';

/** What is typed letter by letter: only its first appearance is a step that Back undoes. */
const typedKeys = ['search', 'target', 'date_from', 'date_to'];

/** What a reset of the filters leaves. */
const sortKeys = ['sortBy', 'sortOrder'];
const isFilter = (key: string) => !pageKeys.includes(key) && !sortKeys.includes(key);

/**
 * Filters, sorting and page kept in the URL, so that a reload, a link and the Back button bring
 * them back. `resetCount` counts the resets: a box whose text has not gone out yet starts anew with
 * it.
 */
export function useUrlFilters() {
  const [params, setParams] = useSearchParams();
  const [resetCount, setResetCount] = useState(0);

  const set = useCallback(
    (changes: Record<string, string>) => {
      const { search } = window.location;
      const before = new URLSearchParams(search);
      const replace = Object.keys(changes).every(
        (key) => typedKeys.includes(key) && before.has(key),
      );
      setParams(updatedSearchParams(search, changes), { replace, preventScrollReset: true });
    },
    [setParams],
  );

  const reset = useCallback(() => {
    setResetCount((count) => count + 1);
    const before = new URLSearchParams(window.location.search);
    if (![...before.keys()].some(isFilter)) return;
    const kept = [...before].filter(([key]) => sortKeys.includes(key));
    setParams(kept, { preventScrollReset: true });
  }, [setParams]);

  return { params, set, reset, resetCount };
}
