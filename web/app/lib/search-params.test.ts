import { expect, test } from 'vitest';
import { idOf, monthOf, oneOf, updatedSearchParams } from './search-params.ts';

test('a filter keeps the others and goes back to the first page', () => {
  const after = updatedSearchParams('?role=admin&page=3&cursor=abc', { search: 'osei' });
  expect(after.toString()).toBe('role=admin&search=osei');
});

test('a step to another page keeps the filters', () => {
  const after = updatedSearchParams('?role=admin', { page: '2', cursor: 'abc' });
  expect(after.toString()).toBe('role=admin&page=2&cursor=abc');
});

test('an empty value and "all" are no filter', () => {
  expect(updatedSearchParams('?role=admin&search=x', { role: 'all', search: '' }).size).toBe(0);
});

test('what a parameter cannot mean is no filter', () => {
  expect(oneOf('root', ['admin', 'user'])).toBeUndefined();
  expect(monthOf('2026-13')).toBeUndefined();
  expect(monthOf('0000-11')).toBeUndefined();
  expect(monthOf('2026-11')).toBe('2026-11');
  expect(idOf('me')).toBeUndefined();
  expect(idOf('019fa1c2-0000-9000-8000-00000000000a')).toBeUndefined();
  expect(idOf('019fa1c2-0000-7000-8000-00000000000a')).toBe('019fa1c2-0000-7000-8000-00000000000a');
});
