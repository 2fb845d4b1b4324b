import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leaveView, storeView } from '../../lib/view.ts';
import { stubAccount } from '../../testing/account.ts';
import { stubCall } from '../../testing/api.ts';
import { offers } from '../../testing/offers.ts';
import { open } from '../../testing/open.tsx';
import { newSession, signIn } from '../../testing/session.ts';
import { idOf, ok } from '../../testing/specified-lists.ts';

const subscription = {
  ...{ id: idOf(1), product_name: 'Portfolio Builder', plan_name: 'Monthly', status: 'active' },
  ...{ trial_end_date: null, current_period_end: '2027-01-01T10:00:00.000Z', price: 24.99 },
  ...{ billing_cycle: 'monthly', cancel_at_period_end: false, payment_problem: false },
  ...{ payment_to_confirm: null, charge_under_way: null, new_price: null },
  login_urls: [
    { name: 'Portfolio Builder', url: 'https://p.test', product: 'portfolio', with_token: true },
  ],
};

beforeEach(() => {
  signIn('admin');
  const { token, user } = newSession('user', { email_verified: false });
  storeView(token, user);
  stubCall('/user', { ...ok, data: user });
  const { factors, sessions } = stubAccount();
  const seen = '2026-11-20T09:00:00.000Z';
  factors.body = {
    ...{ ...ok, recovery_codes_left: 9 },
    data: [{ id: idOf(2), type: 'totp', created_at: seen, last_used_at: null }],
  };
  const device = { device: 'Firefox on Windows', created_at: seen, last_used_at: seen };
  sessions.body = { ...ok, data: [{ ...device, id: idOf(3), current: false }] };
  stubCall('/user/subscriptions', { ...ok, subscriptions: [subscription], credit: 0 });
  stubCall('/plans', { ...ok, plans: offers });
});
afterEach(() => void leaveView());

const words = /Nothing can be changed here/;
const main = () => within(screen.getByRole('main'));

test.each([
  ['/user/account', 'Log out Firefox on Windows', 11],
  ['/user/subscriptions', 'Update card', 3],
  ['/user/subscriptions/plans', /^Subscribe/, 3],
])('on %s what changes something is held, and says why', async (path, name, least) => {
  open(path);
  await screen.findByRole('main');
  await main().findAllByRole('button', { name });
  const changing = main()
    .getAllByRole('button')
    .filter((button) => !/^(Show|Hide) /.test(button.textContent))
    .filter((button) => !button.closest('[role="group"]'));
  const free = changing.filter(
    (button) => button.getAttribute('aria-disabled') !== 'true' && !button.hasAttribute('disabled'),
  );
  expect(free.map(({ textContent }) => textContent)).toEqual([]);
  expect(changing.length).toBeGreaterThanOrEqual(least);
  for (const button of changing) expect(button).toHaveAccessibleDescription(words);
});

test('a way into a product leads nowhere', async () => {
  open('/user/subscriptions');
  const way = await screen.findByRole('link', { name: /^Login to Portfolio Builder/ });
  expect(way).not.toHaveAttribute('href');
  expect(way).toHaveAttribute('aria-disabled', 'true');
  expect(way).toHaveAccessibleDescription(words);
});

test('what only reads goes on, and so does the way back', async () => {
  stubCall('/user/subscriptions', { success: false }).status = 500;
  open('/user/subscriptions');
  for (const name of ['Try again', 'Back to my own pages']) {
    expect(await screen.findByRole('button', { name })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
  }
});
