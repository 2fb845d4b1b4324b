import type { UserView } from 'contract/users';
import { expect, test } from 'vitest';
import { statsOf } from './stats-of.ts';

function user(role: UserView['role'], isActive: boolean): UserView {
  return {
    id: crypto.randomUUID(),
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@hospital.test',
    role,
    isActive,
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

test('without figures from the server those of the list are shown', () => {
  const users = [
    user('admin', true),
    user('user', true),
    user('user', false),
    user('admin', false),
  ];
  expect(statsOf(users)).toEqual({ total: 4, active: 2, inactive: 2, admins: 2, pending: 0 });
  expect(statsOf([])).toEqual({ total: 0, active: 0, inactive: 0, admins: 0, pending: 0 });
});
