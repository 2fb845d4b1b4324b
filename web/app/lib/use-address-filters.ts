import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters kept in the address, so that a reload, a link and the back button bring them back.
 * `set` drops empty and 'all' values and goes back to the first page unless a page is set.
 */
export function useAddressFilters() {
  const [params, setParams] = useSearchParams();

  const set = useCallback(
    (changes: Record<string, string>) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (!('page' in changes)) next.delete('page');
          for (const [key, value] of Object.entries(changes)) {
            if (value === '' || value === 'all') next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );

  const reset = useCallback(
    () => setParams({}, { replace: true, preventScrollReset: true }),
    [setParams],
  );

  return { params, set, reset };
}

/** The value of a parameter if it is one of those allowed, else undefined. */
export function oneOf<Value extends string>(
  value: string | null,
  allowed: readonly Value[],
): Value | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** The page number in the address: 1 for anything that is not a page. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page >= 1 ? page : 1;
}
