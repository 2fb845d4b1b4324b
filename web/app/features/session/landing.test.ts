import { expect, test } from 'vitest';
import { forbiddenRedirect, homePathFor, rememberedPath, safeReturnUrl } from './landing.ts';

test.each([
  ['/user/subscriptions/plans'],
  ['/user/payments?search=cat&product=all'],
  ['/user/dashboard#top'],
])('%s is within the site', (url) => {
  expect(safeReturnUrl(url)).toBe(url);
});

test.each([
  [null],
  [''],
  ['https://evil.example'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['/\t/evil.example'],
  ['/\u0000/evil.example'],
  ['javascript:alert(1)'],
  ['user/dashboard'],
  ['/login'],
  ['/login?returnUrl=/login'],
  ['/signup/'],
])('%j is not followed', (url) => {
  expect(safeReturnUrl(url)).toBeUndefined();
});

test.each([
  ['admin', false, '/admin/dashboard'],
  ['user', true, '/user/dashboard'],
  ['user', false, '/user/subscriptions/plans'],
] as const)('%s with a subscription: %s lands on %s', (role, hasActiveSubscription, path) => {
  expect(homePathFor({ role, hasActiveSubscription })).toBe(path);
});

test('a page that is for another role sends each to the dashboard of their own', () => {
  expect(forbiddenRedirect('admin')).toBe('/admin/dashboard');
  expect(forbiddenRedirect('user')).toBe('/user/dashboard');
});

test('the remembered location comes back with its query and hash', () => {
  const from = { pathname: '/user/payments', search: '?search=cat', hash: '#list' };
  expect(rememberedPath({ from })).toBe('/user/payments?search=cat#list');
});

test.each([[null], [{}], [{ from: 'text' }], [{ from: { pathname: '//evil.example' } }]])(
  '%j holds no location',
  (state) => {
    expect(rememberedPath(state)).toBeUndefined();
  },
);
