import { monthPattern } from 'contract/page';

/** Of the versions there are (RFC 9562). */
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** The page of a list, which a change of anything else makes worthless. */
export const pageKeys: readonly string[] = ['page', 'cursor'];

/** What search params become by some changes: empty and 'all' values go, and so does the page. */
export function updatedSearchParams(
  before: string,
  changes: Record<string, string>,
): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const key of pageKeys) next.delete(key);
  for (const [key, value] of Object.entries(changes)) {
    if (value === '' || value === 'all') next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** The sorting in the URL: by the first of the keys, descending, if it names none. */
export function sortingFromParams<Key extends string>(
  params: URLSearchParams,
  keys: readonly [Key, ...Key[]],
) {
  return {
    sortBy: oneOf(params.get('sortBy'), keys) ?? keys[0],
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

/** An id in the URL, if it is one. */
export function idOf(value: string | null): string | undefined {
  return value !== null && uuid.test(value) ? value : undefined;
}

/** A month in the URL such as 2026-11, if it is one. */
export function monthOf(value: string | null): string | undefined {
  return value !== null && monthPattern.test(value) ? value : undefined;
}
