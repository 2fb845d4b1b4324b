import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const screens = [
  ...['/admin', '/admin/dashboard', '/admin/users', '/admin/users/new', '/admin/subscriptions'],
  ...['/admin/payments', '/admin/products', '/admin/pricing-plans', '/admin/audit'],
  ...['/admin/operations', '/admin/users/019fa1c2-0000-7000-8000-000000000001'],
  '/admin/users/019fa1c2-0000-7000-8000-000000000001/edit',
];

test('no screen of the admin area opens, or asks for anything, without the role', async ({
  page,
  stack,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/admin')) asked.push(request.url());
  });
  for (const path of screens) {
    await page.goto(path);
    await expect(page, `${path} for a visitor`).toHaveURL((url) => url.pathname === '/login');
  }
  await arrive(page, stack);
  for (const path of screens) {
    await page.goto(path);
    await expect(page, `${path} for a user`).toHaveURL((url) => url.pathname === '/user/dashboard');
  }
  expect(asked).toEqual([]);
});
