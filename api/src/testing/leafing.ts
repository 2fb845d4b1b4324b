import fc from 'fast-check';
import { expect } from 'vitest';
import type { Page, PageRequest } from '../db/keyset.ts';

const pageSize = fc.constantFrom(1, 2, 3, 7, 25, 100);

/** How somebody leafs through a list: from a page given by its number, on and back, so many rows at a time. */
export const leafing = fc.record({
  page: fc.constantFrom(1, 1, 1, 2, 3, 400),
  pageSize,
  turns: fc.array(
    fc.record({ cursor: fc.constantFrom('next', 'next', 'previous'), pageSize } as const),
    { maxLength: 8 },
  ),
});
type Leafing = typeof leafing extends fc.Arbitrary<infer One> ? One : never;

/**
 * Leafs through a list. Every page is to be the very part of `expected`, the ids of all rows in
 * their order, that belongs there, and to lead on and back where there is more.
 */
export async function expectParts(
  find: (request: PageRequest) => Promise<Page<{ id: string }>>,
  expected: string[],
  { page, pageSize, turns }: Leafing,
): Promise<void> {
  let from = (page - 1) * pageSize;
  let to = from + pageSize;
  let answer = await find({ page, pageSize });
  const check = () => {
    const ids = expected.slice(from, to);
    const cursor = (leads: boolean) => (ids.length > 0 && leads ? expect.any(String) : null);
    expect({ ...answer, rows: answer.rows.map(({ id }) => id) }).toEqual({
      rows: ids,
      next: cursor(to < expected.length),
      previous: cursor(from > 0),
    });
  };
  check();
  for (const turn of turns) {
    const cursor = answer[turn.cursor];
    if (cursor === null) continue;
    [from, to] =
      turn.cursor === 'next' ? [to, to + turn.pageSize] : [Math.max(0, from - turn.pageSize), from];
    answer = await find({ page: 1, pageSize: turn.pageSize, cursor });
    check();
  }
}
