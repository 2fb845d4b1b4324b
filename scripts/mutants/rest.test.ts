import { expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { killTogether } from './rest.ts';
import { fromLines, notesOf, type Results, resultsOf, table, toLines } from './results.ts';

const mutant = (id: number): Mutant => ({
  id,
  area: id % 2 ? 'api' : 'web',
  file: 'api/src/a.ts',
  line: id,
  start: 0,
  end: 1,
  mutator: 'text',
  before: "'a'",
  after: "''",
  wrap: { as: 'value', start: 0, end: 1 },
  isStatic: false,
  scope: { from: 1, to: 2 },
});

test('of many mutants at once, those that a file notices are found', async () => {
  const runs: number[][] = [];
  const killed = await killTogether(
    [1, 2, 3, 4, 5].map(mutant),
    ['a.test.ts'],
    'unit',
    (_file, ids) => {
      runs.push(ids);
      // 2 and 5 are noticed, 4 only where 2 does not end the test before.
      const noticed = ids.includes(2) || ids.includes(5) || ids.includes(4);
      const failures = noticed ? [{ file: 'a.test.ts', test: 'adds', why: 'wrong' }] : [];
      return Promise.resolve({ failures, seconds: {}, isLate: false, spans: [] });
    },
  );
  expect([...killed.keys()].sort()).toEqual([2, 4, 5]);
  expect(killed.get(2)).toEqual({ by: 'unit', test: 'a.test.ts > adds', why: 'wrong' });
  expect(runs.at(-1)).toEqual([1, 3]);
});

test('results are kept as lines and counted by what noticed a mutant first', () => {
  const results: Results = {
    commit: 'c0ffee',
    older: undefined,
    mutants: [mutant(1), mutant(2), mutant(3)],
    results: {
      1: { stages: ['checks'], kill: { by: 'types', test: '', why: 'TS1' }, seconds: 1 },
      2: { stages: ['checks', 'unit', 'journeys', 'rest'], kill: null, seconds: 9 },
      3: { stages: ['checks', 'unit'], kill: null, seconds: 2 },
    },
  };
  const read = fromLines(toLines(results));
  expect(read.results).toEqual(results.results);
  expect(read.mutants.map(({ id }) => id)).toEqual([1, 2, 3]);
  const session = { ...results, work: '', through: [], notes: notesOf(read), until: 0 };
  expect(resultsOf(session).results).toEqual(results.results);
  expect(table(results)).toContain('| `api/src` | 2 | 1 | 0 | 0 | 0 | 0 | 1 |');
  expect(table(results)).toContain('| all | 3 | 1 | 0 | 0 | 0 | 1 | 1 |');
});
