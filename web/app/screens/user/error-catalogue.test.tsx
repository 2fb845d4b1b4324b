import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open, reload } from '../../testing/open.tsx';
import { press, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { expectToastFor } from '../../testing/toasts.ts';

beforeEach(() => {
  signIn();
});

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

test.each(loads)("$path says '$said' until a new try succeeds", async (load) => {
  const { path, call, said, empty, calm } = load;
  const stub = stubCall(call, { success: false, message: 'No' });
  const alert = async () => within(await screen.findByRole('main')).findByRole('alert');
  for (const status of [500, 200]) {
    stub.status = status;
    if (status === 500) open(path);
    else reload();
    expect(within(await alert()).getByText(said)).toBeVisible();
  }
  stub.body = { success: true, message: '', ...empty };
  await user.click(within(await alert()).getByRole('button'));
  await screen.findByText(calm);
  expect(screen.queryByText(said)).toBeNull();
});

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
  payment_to_confirm: null,
  charge_under_way: null,
  new_price: null,
  login_urls: [],
};

const acts = {
  cancel: {
    done: false,
    act: async () => {
      await press('Cancel');
      await press('Cancel subscription');
    },
  },
  undo: { done: true, act: () => press("Don't Cancel") },
};

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

test.each(answers)("%s answered %i with %o says '%s' for 3 s", async (name, status, body, said) => {
  const { done, act } = acts[name];
  const subscriptions = [{ ...held, cancel_at_period_end: done }];
  stubCall('/user/subscriptions', { success: true, message: '', subscriptions });
  const answer = { success: status === 200, ...body };
  const stub = stubCall(`/user/subscriptions/${held.id}/cancel`, answer);
  stub.status = status;
  open('/user/subscriptions');
  await screen.findByRole('article', { name: held.product_name });
  await expectToastFor(3, answer.success ? 'success' : 'error', said, act);
});
