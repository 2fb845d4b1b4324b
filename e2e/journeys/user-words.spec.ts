import { holdCall, stubCall } from '../support/calls.ts';
import { figure } from '../support/figure.ts';
import { arrive } from '../support/session.ts';
import { idOf, ok } from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';

const spring = '2036-03-09T12:00:00.000Z';

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

test('the dashboard welcomes, shows three figures, two subscriptions and three payments', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  const stub = await stubCall(page, '/users/dashboard-stats', { ...ok, data: dashboard });
  await page.goto('/user');
  await expect(page).toHaveURL(/\/user\/dashboard$/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Priya');
  await expect(figure(page, 'Active Plans')).toHaveText('3');
  await expect(figure(page, 'Total Spent')).toHaveText('£1,234.50');
  await expect(figure(page, 'Next Billing')).toHaveText('9 March 2036');

  const held = main.locator('section', { hasText: 'My Active Subscriptions' });
  await expect(held.getByRole('listitem')).toHaveText([
    'Portfolio BuilderMonthly plan£24.99 / monthActive',
    'Cataract ConnectMonthly plan£24.99 / yearEnds 9 Mar 2036',
  ]);
  const paid = main.locator('section', { hasText: 'Recent Payments' });
  await expect(paid.getByRole('listitem')).toHaveText(
    ['Success', 'Pending', 'Failed'].map(
      (look) => `Complete BundleYearly · 09/03/2036£350.00${look}`,
    ),
  );
  await expect(held.getByRole('link', { name: 'View all' })).toHaveAttribute(
    'href',
    '/user/subscriptions',
  );
  await expect(paid.getByRole('link')).toHaveAttribute('href', '/user/payments');
  const actions = main.getByRole('region', { name: 'Quick Actions' }).getByRole('link');
  await expect(actions).toHaveText([/^Manage subscriptions/, /^Payment history/]);
  await expect(actions.nth(0)).toHaveAttribute('href', '/user/subscriptions');
  await expect(actions.nth(1)).toHaveAttribute('href', '/user/payments');

  await test.step('with nothing yet, it says so and offers the plans', async () => {
    stub.body = {
      ...ok,
      data: {
        active_plans: { count: 0, subscriptions: [] },
        total_spent: { amount: 0, currency: 'GBP' },
        next_billing: { date: null, amount: null },
        recent_payments: [],
      },
    };
    await page.reload();
    await expect(figure(page, 'Next Billing')).toHaveText('No active subscription');
    await expect(held.getByRole('link', { name: 'Browse Plans' })).toHaveAttribute(
      'href',
      '/user/subscriptions/plans',
    );
    await expect(paid.getByText('No payment history', { exact: true })).toBeVisible();
  });
});

const held = {
  ...{ id: idOf(1), product_name: 'Portfolio Builder', plan_name: 'Monthly', status: 'active' },
  ...{ trial_end_date: null, current_period_end: spring, price: 24.99, billing_cycle: 'monthly' },
  ...{ cancel_at_period_end: false, payment_problem: false, login_urls: [] as object[] },
};

const mine = (...subscriptions: object[]) => ({ ...ok, subscriptions });

test('a card tells what is held, and opens each login in a new tab', async ({ page, stack }) => {
  await arrive(page, stack);
  const login_urls = ['Portfolio Builder', 'Cataract Connect'].map((name, n) => ({
    ...{ name, url: `https://product-${n}.example/`, product: 'portfolio', with_token: false },
  }));
  await stubCall(
    page,
    '/user/subscriptions',
    mine(
      { ...held, status: 'trial', trial_end_date: spring, login_urls },
      { ...held, id: idOf(2), product_name: 'Complete Bundle', price: 350 },
      { ...held, id: idOf(3), product_name: 'Cataract Connect', status: 'expired', login_urls },
      { ...held, id: idOf(4), product_name: 'Past Product', status: 'cancelled' },
    ),
  );
  await page.goto('/user/subscriptions');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Subscriptions');
  await expect(page.getByRole('link', { name: 'Browse Plans' })).toHaveAttribute(
    'href',
    '/user/subscriptions/plans',
  );
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveText([
    /^Portfolio BuilderMonthly planTrialPrice£24\.99 per monthTrial ends9 March 2036First charge/,
    /^Complete BundleMonthly planActivePrice£350\.00 per monthNext charge9 March 2036Update cardC/,
    /^Cataract ConnectMonthly plan · £24\.99 per monthEnded 9 March 2036Expired$/,
    /^Past ProductMonthly plan · £24\.99 per monthEnded 9 March 2036Cancelled$/,
  ]);
  const logins = cards.getByRole('link');
  const ended = page.getByRole('region', { name: 'Ended' });
  await expect(ended).toContainText('These have ended and are not charged.');
  await expect(ended.getByRole('article')).toHaveCount(2);
  await expect(logins).toHaveText([/^Login to Portfolio Builder/, /^Login to Cataract Connect/]);
  for (const [n, { url }] of login_urls.entries()) {
    await expect(logins.nth(n)).toHaveAttribute('href', url);
    await expect(logins.nth(n)).toHaveAttribute('target', '_blank');
  }
  for (const [n, ways] of [
    ['Update card', 'Cancel'],
    ['Update card', 'Cancel'],
    [],
    [],
  ].entries()) {
    await expect(cards.nth(n).getByRole('button')).toHaveText(ways);
  }
});

test('product U65, U66: credit and a trial that did not start are told where they matter', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  const next_charge = { date: spring, amount: 0.82, credit: 24.17 };
  const refused = { ...held, id: idOf(2), status: 'cancelled', trial_refused: true };
  const running = { ...mine({ ...held, next_charge }, refused), credit: 24.17 };
  const list = await stubCall(page, '/user/subscriptions', running);
  await stubCall(page, '/subscriptions/checkout/confirm', { ...ok, status: 'trial-refused' });
  await page.goto('/user/subscriptions?session_id=cs_test_1');
  const main = page.getByRole('main');
  await expect(main).toContainText('Your free trial did not start');
  await expect(main).toContainText('Nothing was charged.');
  await expect(main.getByRole('link', { name: 'Subscribe without a trial' })).toHaveAttribute(
    'href',
    '/user/subscriptions/plans',
  );
  await expect(main.getByRole('article').first()).toContainText(
    'Next charge9 March 2036£24.17 of credit pays part: £0.82 will be charged.',
  );
  await expect(main).toContainText('You have £24.17 of creditIt pays your next charges first.');
  await expect(main.getByRole('region', { name: 'Ended' })).toContainText(
    'The card had had this free trial. Nothing was charged.Not started',
  );
  list.body = { ...mine(refused), credit: 24.17 };
  await page.goto('/user/subscriptions');
  await expect(main).toContainText('It pays for whatever you subscribe to next.');
});

test('while it is cancelled or kept, the button says so and cannot be pressed again', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  const list = await stubCall(page, '/user/subscriptions', mine(held));
  const act = await stubCall(page, `/user/subscriptions/${held.id}/cancel`, ok);
  await page.goto('/user/subscriptions');
  const card = page.locator('article[aria-label="Portfolio Builder"]');

  let release = await holdCall(page, `/user/subscriptions/${held.id}/cancel`);
  await card.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  // Behind the question, so not in the tree of what can be reached.
  const behind = card.getByRole('button', { name: 'Cancelling...', includeHidden: true });
  await expect(behind).toBeDisabled();
  await expect(page.getByRole('alertdialog').getByText('Cancelling...')).toBeVisible();
  list.body = mine({ ...held, cancel_at_period_end: true });
  release();
  await expect(card.getByText('Ends 9 Mar 2036', { exact: true })).toBeVisible();
  await expect(card.getByRole('button')).toHaveText(['Update card', "Don't Cancel"]);

  release = await holdCall(page, `/user/subscriptions/${held.id}/cancel`);
  await card.getByRole('button', { name: "Don't Cancel" }).click();
  await expect(card.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  list.body = mine(held);
  release();
  await expect(card.getByText('Next charge')).toBeVisible();
  await expect(card.getByRole('button')).toHaveText(['Update card', 'Cancel']);
  expect(act.sent).toEqual([
    { method: 'POST', body: null },
    { method: 'POST', body: { cancelSubscription: false } },
  ]);
});

test('without a subscription the list says so, and leads to the plans', async ({ page, stack }) => {
  await arrive(page, stack);
  await page.goto('/user/subscriptions');
  await expect(page.getByText("You don't have any active subscriptions.")).toBeVisible();
  await page.getByRole('link', { name: 'Browse Available Plans' }).click();
  await expect(page).toHaveURL(/\/user\/subscriptions\/plans$/);
});
