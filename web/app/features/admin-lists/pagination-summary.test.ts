import { expect, test } from 'vitest';
import { paginationSummary } from './pagination-summary.ts';

const users = ['user', 'users'] as const;
const last = { next: null, previous: null };
const more = { next: 'after', previous: null };
const rows = (count: number) => Array.from({ length: count });

test.each([
  ['0 users', { rows: [], count: 0, cursors: last }, 1],
  ['1 user', { rows: rows(1), count: 1, cursors: last }, 1],
  ['62 users · page 1 of 3', { rows: rows(25), count: 62, cursors: more }, 1],
  ['1,203 users · page 2 of 49', { rows: rows(25), count: 1203, cursors: more }, 2],
  ['62 users · page 3 of 3', { rows: rows(12), count: 62, cursors: last }, 3],
])('a list that was counted says %j', (text, list, page) => {
  expect(paginationSummary(users, list, page)).toBe(text);
});

test('a list that nobody counted says its page, and its length where it is whole', () => {
  expect(paginationSummary(users, { rows: rows(25), cursors: more }, 1)).toBe('Page 1');
  expect(paginationSummary(users, { rows: rows(9), cursors: last }, 4)).toBe('Page 4');
  expect(paginationSummary(users, { rows: rows(9), cursors: last }, 1)).toBe('9 users');
});
