import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { holdCall, stubCall } from '../../testing/api.ts';
import { held, spring } from '../../testing/held.ts';
import { offers } from '../../testing/offers.ts';
import { open, reload } from '../../testing/open.tsx';
import { figure, inMain, press, texts } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { idOf, ok } from '../../testing/specified-lists.ts';

beforeEach(() => {
  signIn();
});

const dashboard = {
  active_plans: {
    count: 3,
    subscriptions: ['Portfolio Builder', 'Cataract Connect', 'Complete Bundle'].map(
      (product_name, n) => ({
        ...{ id: idOf(n), product_name, plan_type: 'Monthly', status: 'active' },
        ...{ price: 24.99, billing_cycle: n === 1 ? 'yearly' : 'monthly' },
        ...{ trial_end_date: null, current_period_end: spring },
        ...{ cancel_at_period_end: n === 1, payment_problem: false },
      }),
    ),
  },
  total_spent: { amount: 1234.5, currency: 'GBP' },
  next_billing: { date: spring, amount: 24.99 },
  recent_payments: ['success', 'pending', 'failed', 'refunded'].map((status, n) => ({
    ...{ id: idOf(n), product_name: 'Complete Bundle', plan_type: 'Yearly' },
    ...{ payment_date: spring, amount: 350, status },
  })),
};

/** The part of the dashboard with this heading. */
function part(heading: string) {
  const section = screen.getByRole('heading', { name: heading }).closest('section');
  return within(section as HTMLElement);
}

test('the dashboard welcomes, shows three figures, two subscriptions and three payments', async () => {
  const stub = stubCall('/users/dashboard-stats', { ...ok, data: dashboard });
  open('/user');
  await screen.findByText('£1,234.50');
  expect(window.location.pathname).toBe('/user/dashboard');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome back, Priya');
  expect(screen.getByText('Your subscriptions and payments at a glance.')).toBeVisible();
  expect(figure('Active Plans')).toBe('3');
  expect(figure('Total Spent')).toBe('£1,234.50');
  expect(figure('Next Billing')).toBe('9 March 2036');

  expect(texts(part('My Active Subscriptions').getAllByRole('listitem'))).toEqual([
    'Portfolio BuilderMonthly plan£24.99 / monthActive',
    'Cataract ConnectMonthly plan£24.99 / yearEnds 9 Mar 2036',
  ]);
  expect(texts(part('Recent Payments').getAllByRole('listitem'))).toEqual(
    ['Success', 'Pending', 'Failed'].map(
      (look) => `Complete BundleYearly · 09/03/2036£350.00${look}`,
    ),
  );
  expect(part('My Active Subscriptions').getByRole('link', { name: 'View all' })).toHaveAttribute(
    'href',
    '/user/subscriptions',
  );
  expect(part('Recent Payments').getByRole('link')).toHaveAttribute('href', '/user/payments');
  const region = within(screen.getByRole('region', { name: 'Quick Actions' }));
  const actions = region.getAllByRole('link');
  expect(texts(actions)).toEqual([
    expect.stringMatching(/^Manage subscriptions/),
    expect.stringMatching(/^Payment history/),
  ]);
  expect(actions.map((link) => link.getAttribute('href'))).toEqual([
    '/user/subscriptions',
    '/user/payments',
  ]);

  // With nothing yet, it says so and offers the plans.
  stub.body = {
    ...ok,
    data: {
      active_plans: { count: 0, subscriptions: [] },
      total_spent: { amount: 0, currency: 'GBP' },
      next_billing: { date: null, amount: null },
      recent_payments: [],
    },
  };
  reload();
  await screen.findByText('No payment history');
  expect(figure('Next Billing')).toBe('No active subscription');
  expect(
    part('My Active Subscriptions').getByRole('link', { name: 'Browse Plans' }),
  ).toHaveAttribute('href', '/user/subscriptions/plans');
  expect(part('Recent Payments').getByText('No payment history')).toBeVisible();
});

const mine = (...subscriptions: object[]) => ({ ...ok, subscriptions });

test('what the bank asks about is not called failed, and leads to the page that confirms it', async () => {
  const asked = { ...held, payment_problem: true, payment_to_confirm: idOf(7) };
  stubCall(
    '/user/subscriptions',
    mine(asked, { ...held, id: idOf(2), product_name: 'Late Product', payment_problem: true }),
  );
  open('/user/subscriptions');
  const card = within(await screen.findByRole('article', { name: 'Portfolio Builder' }));
  expect(card.getByText('Your bank asks you to confirm')).toBeVisible();
  expect(card.queryByText(/did not go through/)).toBeNull();
  expect(card.getByRole('link', { name: /^Confirm payment/ })).toHaveAttribute(
    'href',
    `/user/payments/${idOf(7)}/invoice`,
  );
  expect(card.getByRole('button', { name: 'Update card' })).toBeVisible();
  const late = within(screen.getByRole('article', { name: 'Late Product' }));
  expect(late.getByText('Your last payment did not go through')).toBeVisible();
  expect(late.queryByRole('link', { name: /^Confirm payment/ })).toBeNull();
});

test('a card tells what is held, and opens each login in a new tab', async () => {
  const login_urls = ['Portfolio Builder', 'Cataract Connect'].map((name, n) => ({
    ...{ name, url: `https://product-${n}.example/`, product: 'portfolio', with_token: false },
  }));
  stubCall(
    '/user/subscriptions',
    mine(
      { ...held, status: 'trial', trial_end_date: spring, login_urls },
      { ...held, id: idOf(2), product_name: 'Complete Bundle', price: 350 },
      { ...held, id: idOf(3), product_name: 'Cataract Connect', status: 'expired', login_urls },
      { ...held, id: idOf(4), product_name: 'Past Product', status: 'cancelled' },
    ),
  );
  open('/user/subscriptions');
  await screen.findByRole('article', { name: 'Complete Bundle' });
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('heading', { level: 1 })).toHaveTextContent('My Subscriptions');
  expect(main.getByRole('link', { name: 'Browse Plans' })).toHaveAttribute(
    'href',
    '/user/subscriptions/plans',
  );
  const cards = main.getAllByRole('article');
  expect(texts(cards)).toEqual(
    [
      /^Portfolio BuilderMonthly planTrialPrice£24\.99 per monthTrial ends9 March 2036First charge/,
      /^Complete BundleMonthly planActivePrice£350\.00 per monthNext charge9 March 2036Update cardC/,
      /^Cataract ConnectMonthly plan · £24\.99 per monthEnded 9 March 2036Expired$/,
      /^Past ProductMonthly plan · £24\.99 per monthEnded 9 March 2036Cancelled$/,
    ].map((words) => expect.stringMatching(words)),
  );
  const logins = cards.flatMap((card) => within(card).queryAllByRole('link'));
  const ended = screen.getByRole('region', { name: 'Ended' });
  expect(ended).toHaveTextContent('These have ended and are not charged.');
  expect(within(ended).getAllByRole('article')).toHaveLength(2);
  expect(texts(logins)).toEqual([
    expect.stringMatching(/^Login to Portfolio Builder/),
    expect.stringMatching(/^Login to Cataract Connect/),
  ]);
  expect(logins.map((link) => link.getAttribute('href'))).toEqual(login_urls.map(({ url }) => url));
  for (const link of logins) expect(link).toHaveAttribute('target', '_blank');
  expect(cards.map((card) => texts(within(card).queryAllByRole('button')))).toEqual([
    ['Update card', 'Cancel'],
    ['Update card', 'Cancel'],
    [],
    [],
  ]);
});

test('product U65, U66: credit and a trial that did not start are told where they matter', async () => {
  const next_charge = { date: spring, amount: 0.82, credit: 24.17 };
  const refused = { ...held, id: idOf(2), status: 'cancelled', trial_refused: true };
  const running = { ...mine({ ...held, next_charge }, refused), credit: 24.17 };
  const list = stubCall('/user/subscriptions', running);
  stubCall('/subscriptions/checkout/confirm', { ...ok, status: 'trial-refused' });
  open('/user/subscriptions?session_id=cs_test_1');
  const again = await screen.findByRole('link', { name: 'Subscribe without a trial' });
  expect(again).toHaveAttribute('href', '/user/subscriptions/plans');
  await screen.findByText(/It pays your next charges first\./);
  const [main = ''] = texts(inMain(''));
  expect(main).toContain('Your free trial did not start');
  expect(main).toContain('Nothing was charged.');
  expect(texts(inMain('article'))[0]).toContain(
    'Next charge9 March 2036£24.17 of credit pays part: £0.82 will be charged.',
  );
  expect(main).toContain('You have £24.17 of creditIt pays your next charges first.');
  expect(screen.getByRole('region', { name: 'Ended' })).toHaveTextContent(
    'The card had had this free trial. Nothing was charged.Not started',
  );
  list.body = { ...mine(refused), credit: 24.17 };
  open('/user/subscriptions');
  await screen.findByText(/It pays for whatever you subscribe to next\./);
});

test('while it is cancelled or kept, the button says so and cannot be pressed again', async () => {
  const list = stubCall('/user/subscriptions', mine(held));
  const act = stubCall(`/user/subscriptions/${held.id}/cancel`, ok);
  open('/user/subscriptions');
  const card = within(await screen.findByRole('article', { name: 'Portfolio Builder' }));

  let release = holdCall(`/user/subscriptions/${held.id}/cancel`);
  await press('Cancel');
  await press('Cancel subscription');
  // Behind the question, so not in the tree of what can be reached.
  const behind = await card.findByRole('button', { name: 'Cancelling...', hidden: true });
  expect(behind).toHaveAttribute('aria-disabled', 'true');
  expect(within(screen.getByRole('alertdialog')).getByText('Cancelling...')).toBeVisible();
  list.body = mine({ ...held, cancel_at_period_end: true });
  release();
  await card.findByText('Ends 9 Mar 2036');
  await waitFor(() =>
    expect(texts(card.getAllByRole('button'))).toEqual(['Update card', "Don't Cancel"]),
  );

  release = holdCall(`/user/subscriptions/${held.id}/cancel`);
  await press("Don't Cancel");
  const processing = await card.findByRole('button', { name: 'Processing...' });
  expect(processing).toHaveAttribute('aria-disabled', 'true');
  list.body = mine(held);
  release();
  await card.findByText('Next charge');
  await waitFor(() =>
    expect(texts(card.getAllByRole('button'))).toEqual(['Update card', 'Cancel']),
  );
  expect(act.sent).toEqual([
    { method: 'POST', body: null },
    { method: 'POST', body: { cancelSubscription: false } },
  ]);
});

test('without a subscription the list says so, and leads to the plans', async () => {
  stubCall('/user/subscriptions', mine());
  stubCall('/plans', { ...ok, plans: offers });
  open('/user/subscriptions');
  await screen.findByText("You don't have any active subscriptions.");
  await press('Browse Available Plans', 'link');
  await screen.findByRole('heading', { name: 'Choose Your Plan' });
  expect(window.location.pathname).toBe('/user/subscriptions/plans');
});
