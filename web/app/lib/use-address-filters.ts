import { month } from 'contract/page';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';

/** What is typed letter by letter: only its first appearance is a step that Back undoes. */
const typed = ['search', 'target', 'date_from', 'date_to'];

/** Where a list begins, which a change of anything else makes worthless. */
const place = ['page', 'cursor'];

/** What a reset of the filters leaves. */
const order = ['sortBy', 'sortOrder'];
const isFilter = (key: string) => !place.includes(key) && !order.includes(key);

/** What an address becomes by some changes: empty and 'all' values go, and so does the page. */
export function changedAddress(before: string, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const key of place) next.delete(key);
  for (const [key, value] of Object.entries(changes)) {
    if (value === '' || value === 'all') next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/**
 * Filters, order and page kept in the address, so that a reload, a link and the Back button bring
 * them back. `resets` counts the resets: a box whose text has not gone out yet starts anew with it.
 */
export function useAddressFilters() {
  const [params, setParams] = useSearchParams();
  const [resets, setResets] = useState(0);

  const set = useCallback(
    (changes: Record<string, string>) => {
      const { search } = window.location;
      const before = new URLSearchParams(search);
      const replace = Object.keys(changes).every((key) => typed.includes(key) && before.has(key));
      setParams(changedAddress(search, changes), { replace, preventScrollReset: true });
    },
    [setParams],
  );

  const reset = useCallback(() => {
    setResets((count) => count + 1);
    const before = new URLSearchParams(window.location.search);
    if (![...before.keys()].some(isFilter)) return;
    const kept = [...before].filter(([key]) => order.includes(key));
    setParams(kept, { preventScrollReset: true });
  }, [setParams]);

  return { params, set, reset, resets };
}

/** Whether the address narrows a list by any of the given names. */
export function narrows(params: URLSearchParams, names: readonly string[]): boolean {
  return names.some((name) => params.has(name));
}

/** The order in the address: by the first of the names, the last value first, unless told. */
export function orderOf<Name extends string>(
  params: URLSearchParams,
  names: readonly [Name, ...Name[]],
) {
  return {
    sortBy: oneOf(params.get('sortBy'), names) ?? names[0],
    sortOrder: oneOf(params.get('sortOrder'), ['asc', 'desc']) ?? ('desc' as const),
  };
}

/** The value of a parameter if it is one of those allowed, else undefined. */
export function oneOf<Value extends string>(
  value: string | null,
  allowed: readonly Value[],
): Value | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** An id in the address, if it is one. */
export function idOf(value: string | null): string | undefined {
  return z.uuid().safeParse(value).data;
}

/** A month in the address such as 2026-11, if it is one. */
export function monthOf(value: string | null): string | undefined {
  return month.safeParse(value).data;
}
