import { expect, test } from 'vitest';
import { pagesIn, placeOf, turn } from './paging.ts';

const here = { next: 'after', previous: 'before' };

test.each([
  ['', { page: 1 }],
  ['page=3', { page: 3 }],
  ['page=3&cursor=abc', { page: 3, cursor: 'abc' }],
  ['page=0', { page: 1 }],
  ['page=2.5', { page: 1 }],
  ['page=many', { page: 1 }],
  ['page=401', { page: 1 }],
  ['page=401&cursor=abc', { page: 401, cursor: 'abc' }],
  ['page=-1&cursor=abc', { page: 1 }],
  ['cursor=abc', { page: 1 }],
  ['page=1&cursor=abc', { page: 1 }],
])('the address ?%s stands for %j', (query, place) => {
  expect(placeOf(new URLSearchParams(query))).toEqual(place);
});

test('a step forward follows the cursor, and so does a step back', () => {
  expect(turn({ page: 2 }, here, 1)).toEqual({ page: '3', cursor: 'after' });
  expect(turn({ page: 3 }, here, -1)).toEqual({ page: '2', cursor: 'before' });
});

test('back to the first page means its newest rows, whatever the cursor', () => {
  expect(turn({ page: 2 }, here, -1)).toEqual({ page: '', cursor: '' });
  expect(turn({ page: 9 }, { next: null, previous: null }, -1)).toEqual({ page: '', cursor: '' });
});

test('the number of pages holds when rows came or went since the first of them', () => {
  expect(pagesIn(60, 25, 2, false)).toBe(3);
  expect(pagesIn(50, 25, 2, false)).toBe(3);
  expect(pagesIn(90, 25, 3, true)).toBe(3);
  expect(pagesIn(0, 25, 1, true)).toBe(1);
});
