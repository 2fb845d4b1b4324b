import type { Page } from '@playwright/test';
import { stubCall } from '../support/calls.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { expectToastFor, toasts } from '../support/toasts.ts';

const loads = [
  {
    path: '/user/subscriptions',
    call: '/user/subscriptions',
    said: 'Failed to load subscriptions. Please try again.',
    empty: { subscriptions: [] },
    calm: "You don't have any active subscriptions.",
  },
  {
    path: '/user/subscriptions/plans',
    call: '/plans',
    said: 'Failed to load subscription plans',
    empty: { plans: [] },
    calm: 'Choose Your Plan',
  },
  {
    path: '/user/payments',
    call: '/user/payments',
    said: 'Failed to load payment history. Please try again.',
    empty: { payments: [] },
    calm: 'No payment history found.',
  },
];

for (const { path, call, said, empty, calm } of loads) {
  test(`${path} says '${said}' until a new try succeeds`, async ({ page, stack }) => {
    await arrive(page, stack);
    const stub = await stubCall(page, call, { success: false, message: 'No' });
    for (const status of [500, 200]) {
      stub.status = status;
      await page.goto(path);
      const alert = page.locator('main').getByRole('alert');
      await expect(alert).toContainText(said);
      await expect(alert.getByText(said, { exact: true })).toBeVisible();
    }
    stub.body = { success: true, message: '', ...empty };
    await page.locator('main').getByRole('alert').getByRole('button').click();
    await expect(page.getByText(calm).first()).toBeVisible();
    await expect(page.getByText(said)).toHaveCount(0);
  });
}

const held = {
  id: '019fa1c2-0000-7000-8000-000000000001',
  product_name: 'Portfolio Builder',
  plan_name: 'Monthly',
  status: 'active',
  trial_end_date: null,
  current_period_end: '2036-03-09T12:00:00.000Z',
  price: 24.99,
  billing_cycle: 'monthly',
  payment_problem: false,
  login_urls: [],
};

const acts = {
  cancel: { done: false, act: cancel },
  undo: { done: true, act: undo },
};

async function cancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: "Don't Cancel" }).click();
}

const answers = [
  ['cancel', 200, {}, 'Subscription will be cancelled at the end of the billing period'],
  ['cancel', 200, { message: 'It ends in March' }, 'It ends in March'],
  ['cancel', 409, {}, 'Failed to cancel subscription. Please try again.'],
  ['cancel', 409, { error: 'It has ended already' }, 'It has ended already'],
  ['cancel', 200, { success: false }, 'Failed to cancel subscription'],
  ['cancel', 200, { success: false, message: 'Not today' }, 'Not today'],
  ['undo', 200, {}, 'Subscription cancellation reversed successfully'],
  ['undo', 200, { message: 'It goes on' }, 'It goes on'],
  ['undo', 409, {}, 'Failed to reverse cancellation. Please try again.'],
  ['undo', 200, { success: false }, 'Failed to reverse subscription cancellation'],
  ['undo', 409, { error: 'Too late' }, 'Failed to reverse cancellation. Please try again.'],
] as const;

for (const [name, status, body, said] of answers) {
  test(`${name} answered ${status} with ${JSON.stringify(body)} says '${said}' for 3 s`, async ({
    page,
    stack,
  }) => {
    await arrive(page, stack);
    const { done, act } = acts[name];
    const subscriptions = [{ ...held, cancel_at_period_end: done }];
    await stubCall(page, '/user/subscriptions', { success: true, message: '', subscriptions });
    const stub = await stubCall(page, `/user/subscriptions/${held.id}/cancel`, body);
    stub.status = status;
    const answer = { success: status === 200, ...body };
    stub.body = answer;
    await page.goto('/user/subscriptions');
    await expectToastFor(page, 3, async () => {
      await act(page);
      await expect(toasts(page)).toHaveText(said);
      const type = answer.success ? 'success' : 'error';
      await expect(toasts(page)).toHaveAttribute('data-type', type);
    });
  });
}

test('a checkout that fails says why, or that it failed, and can be tried again', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  const stub = await stubCall(page, '/subscriptions/checkout', {});
  await page.goto('/user/subscriptions/plans');
  const button = page.getByRole('button', { name: 'Subscribe Monthly' }).first();
  for (const [status, body, said] of [
    [409, { success: false, error: 'You hold this already' }, 'You hold this already'],
    [409, { success: false }, 'Failed to process subscription'],
    [200, { success: false, message: 'Not today' }, 'Not today'],
    [200, { success: true, session_id: 'cs_1' }, 'Failed to process subscription'],
  ] as const) {
    stub.status = status;
    stub.body = body;
    const logged = page.waitForEvent('console', (message) => {
      const cause = 'session_id' in body ? 'Invalid checkout response' : 'Checkout failed';
      return message.type() === 'error' && message.text().includes(cause);
    });
    await expectToastFor(page, 3, async () => {
      await button.click();
      await expect(toasts(page)).toHaveText(said);
    });
    await logged;
    await expect(button).toBeEnabled();
    await expect(page).toHaveURL(/\/user\/subscriptions\/plans$/);
  }
});

test('a sign-out says that it was done, for 2 s', async ({ page, stack }) => {
  await arrive(page, stack);
  await page.goto('/user/profile');
  await expectToastFor(page, 2, async () => {
    await page.getByRole('button', { name: /Priya Nair/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(toasts(page)).toHaveText('Logged out successfully');
  });
});
