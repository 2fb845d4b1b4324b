import { expect, test } from 'vitest';
import { pageCount, pageFromParams, pageStepParams } from './pagination.ts';

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
])('the URL ?%s asks for page %j', (query, place) => {
  expect(pageFromParams(new URLSearchParams(query))).toEqual(place);
});

test('a step forward follows the cursor, and so does a step back', () => {
  expect(pageStepParams({ page: 2 }, here, 1)).toEqual({ page: '3', cursor: 'after' });
  expect(pageStepParams({ page: 3 }, here, -1)).toEqual({ page: '2', cursor: 'before' });
});

test('back to the first page means its newest rows, whatever the cursor', () => {
  expect(pageStepParams({ page: 2 }, here, -1)).toEqual({ page: '', cursor: '' });
  expect(pageStepParams({ page: 9 }, { next: null, previous: null }, -1)).toEqual({
    page: '',
    cursor: '',
  });
});

test('the number of pages holds when rows came or went since the first of them', () => {
  expect(pageCount(60, 25, 2, false)).toBe(3);
  expect(pageCount(50, 25, 2, false)).toBe(3);
  expect(pageCount(90, 25, 3, true)).toBe(3);
  expect(pageCount(0, 25, 1, true)).toBe(1);
});
