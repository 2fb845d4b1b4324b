import { expect, test } from 'vitest';
import { citations, foreign, numbersIn } from './citations.ts';

/** Written in two, since this file is looked through for citations itself. */
const cite = (list: string) => `(${'product'} ${list})`;

test('a statement begins a line of a list or of a table', () => {
  const page = '- **A1** One, see **A9**.\n| **B2** | two |\nText with **C3**.';
  expect(numbersIn(page)).toEqual(['A1', 'B2']);
});

test.each([
  ['A12', ['A12']],
  ['A12, B3 and C4 to C6', ['A12', 'B3', 'C4', 'C6']],
  ['A12; B3 is another matter', ['A12']],
])('%s is read', (list, numbers) => {
  expect(citations(`/** Said here ${cite(list)}. */`)).toEqual(numbers);
});

test('a citation may be broken in the middle of a comment', () => {
  expect(citations(`/**\n * Said here ${cite('A12,\n * B3')}.\n */`)).toEqual(['A12', 'B3']);
});

test.each([
  ['spec', 'section 7'],
  ['spec', '2.4'],
  ['The', 'specification says'],
  ['billing', 'rules'],
  ['quality', 'line 12'],
])('%s %s is in no document of the tree', (one, other) => {
  expect(foreign(`/** As it is said (${one}\n * ${other}). */`)).toHaveLength(1);
});

test('what is not a citation is left alone', () => {
  expect(foreign('start(spec); // ASVS 6.2.4, RFC 4180, quality of life, decision 3')).toEqual([]);
});
