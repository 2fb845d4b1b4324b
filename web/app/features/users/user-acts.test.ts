import { expect, test } from 'vitest';
import { actsFor, wordsOf } from './user-acts.ts';

test.each([
  [{ role: 'user', isActive: true }, ['promote', 'deactivate']],
  [{ role: 'admin', isActive: true }, ['demote', 'deactivate']],
  [{ role: 'user', isActive: false }, ['promote', 'activate']],
] as const)('to %j can be done %j', (user, acts) => {
  expect(actsFor(user)).toEqual(acts);
});

test('a deletion says what happens to subscriptions, personal data and payments', () => {
  const text = wordsOf('delete', 'Ada Byron').consequences.join(' ');
  expect(text).toMatch(/Subscriptions end at once/);
  expect(text).toMatch(/Payments stay on record without a name/);
  expect(text).toMatch(/cannot be undone/);
});
