import { expect, test } from 'vitest';
import { actionText, availableActions } from './user-action-text.ts';

test.each([
  [{ role: 'user', isActive: true }, ['promote', 'deactivate']],
  [{ role: 'admin', isActive: true }, ['demote', 'deactivate']],
  [{ role: 'user', isActive: false }, ['promote', 'activate']],
] as const)('to %j can be done %j', (user, actions) => {
  expect(availableActions(user)).toEqual(actions);
});

test('a deletion says what happens to subscriptions, personal data and payments', () => {
  const text = actionText('delete', 'Ada Byron').consequences.join(' ');
  expect(text).toMatch(/Subscriptions end at once/);
  expect(text).toMatch(/Payments stay on record without a name/);
  expect(text).toMatch(/cannot be undone/);
});
