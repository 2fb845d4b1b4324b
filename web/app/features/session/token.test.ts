import { expect, test } from 'vitest';
import { readClaims, userOf } from './token.ts';

const claims = {
  userId: '0198c000-0000-7000-8000-0000000000b1',
  email: 'siobhan@demo.test',
  firstName: 'Siobhán',
  lastName: 'Ó Briain',
  role: 'user' as const,
  exp: 2_000_000_000,
};

function tokenWith(payload: unknown): string {
  return `header.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`;
}

test('claims come out of a token with accents intact', () => {
  expect(readClaims(tokenWith(claims))).toEqual(claims);
});

test.each([
  ['an empty text', ''],
  ['a text without parts', 'nonsense'],
  ['a payload that is not base64', 'a.%%%.c'],
  ['a payload that is not JSON', `a.${btoa('not json')}.c`],
  ['a payload that is null', `a.${btoa('null')}.c`],
  ['a missing expiry', tokenWith({ ...claims, exp: undefined })],
  ['an expiry that is a text', tokenWith({ ...claims, exp: '2000000000' })],
  ['an unknown role', tokenWith({ ...claims, role: 'root' })],
])('%s is no token', (_, token) => {
  expect(readClaims(token)).toBeNull();
});

test('the stored user of the same person is believed', () => {
  const stored = {
    id: claims.userId,
    email: claims.email,
    first_name: 'Shiv',
    last_name: 'Ó Briain',
    role: 'user',
    hasActiveSubscription: true,
  };
  const user = userOf(claims, stored);
  expect(user).toMatchObject({ first_name: 'Shiv', hasActiveSubscription: true });
});

test.each([
  ['nothing', null],
  ['somebody else', { id: 'other', first_name: 'Eve', last_name: 'L', email: 'e', role: 'admin' }],
  ['half a user', { id: claims.userId, role: 'admin' }],
])('with %s stored, the token says who is here', (_, stored) => {
  const user = userOf(claims, stored);
  expect(user).toMatchObject({
    id: claims.userId,
    first_name: 'Siobhán',
    role: 'user',
    hasActiveSubscription: false,
  });
});
