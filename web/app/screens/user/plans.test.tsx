import { screen, waitFor, within } from '@testing-library/react';
import { particulars } from 'contract/brand';
import { storageKeys } from 'contract/storage';
import { beforeEach, expect, test, vi } from 'vitest';
import { holdCall, stubCall } from '../../testing/api.ts';
import { offers } from '../../testing/offers.ts';
import { open } from '../../testing/open.tsx';
import { press, texts } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';

const cards = () => within(screen.getByRole('main')).getAllByRole('article');
const buttons = () => cards().map((card) => within(card).getByRole('button'));

/** Opens the plans, and waits until they are there. */
async function openPlans(plans: object[], query = ''): Promise<void> {
  stubCall('/plans', { ...ok, plans });
  open(`/user/subscriptions/plans${query}`);
  await screen.findAllByRole('article');
}

beforeEach(() => {
  signIn();
});

test('the plans show what a month costs, and what a year costs and saves', async () => {
  await openPlans(offers);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Choose Your Plan');
  expect(screen.getByText('(Save up to 16.6%)')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Monthly' })).toBeChecked();
  expect(texts(cards())).toEqual(
    [
      /^Portfolio BuilderWhat Portfolio Builder is for£24\.99per monthBilled monthly30 days free/,
      /^Cataract ConnectWhat Cataract Connect is for£14\.99per monthBilled monthly7 days free/,
      /^Complete BundleMost PopularWhat Complete Bundle is for£35\.00per monthBilled monthly30 days/,
    ].map((words) => expect.stringMatching(words)),
  );
  expect(texts(buttons())).toEqual(Array(3).fill('Subscribe Monthly'));
  for (const card of cards().map((card) => within(card))) {
    expect(card.getByText('One thing')).toBeVisible();
    expect(card.getByText('And another')).toBeVisible();
    expect(card.queryByText(/save/i)).toBeNull();
  }
  // Each price is said once, and what holds for all plans once below them, with the way back.
  const main = within(screen.getByRole('main'));
  for (const price of [/£24\.99/, /£14\.99/, /£35\.00/]) {
    expect(main.getAllByText(price)).toHaveLength(1);
  }
  expect(screen.getAllByText(/charged at its price every month, until you cancel\./)).toHaveLength(
    1,
  );
  expect(main.getByText(`Sold by ${particulars().join('. ')}.`)).toBeVisible();
  expect(main.getByRole('link', { name: 'My Subscriptions' })).toHaveAttribute(
    'href',
    '/user/subscriptions',
  );
  await press('Yearly', 'radio');
  for (const [n, [price, share, saved]] of (
    [
      ['£250.00', '£20.83', '£49.88'],
      ['£150.00', '£12.50', '£29.88'],
      ['£350.00', '£29.17', '£70.00'],
    ] as const
  ).entries()) {
    expect(texts(cards())[n]).toContain(`${price}per year${share} per month billed annually`);
    const card = within(cards()[n] as HTMLElement);
    expect(card.getByText(`Save ${saved} per year`)).toBeVisible();
  }
  expect(texts(buttons())).toEqual(Array(3).fill('Subscribe Yearly'));
});

test('what is held in the chosen cycle is Subscribed, and cannot be chosen', async () => {
  await openPlans(
    offers.map((offer, n) => ({
      ...offer,
      monthlySubscribed: n === 0,
      yearlySubscribed: n === 1,
    })),
  );
  for (const [cycle, words] of [
    ['Monthly', ['Subscribed', 'Subscribe Monthly', 'Subscribe Monthly']],
    ['Yearly', ['Subscribe Yearly', 'Subscribed', 'Subscribe Yearly']],
  ] as const) {
    await press(cycle, 'radio');
    expect(texts(buttons())).toEqual(words);
    expect(screen.getByRole('button', { name: 'Subscribed' })).toBeDisabled();
    expect(buttons()[2]).toBeEnabled();
  }
});

test('each plan says what the server decided: what it replaces, or why it cannot be chosen', async () => {
  const message = 'Your Cataract Connect is set to end.';
  const decided = [
    [{ kind: 'change-cycle' }, { kind: 'included', in: 'Complete Bundle' }],
    [{ kind: 'blocked', message }, { kind: 'subscribe' }],
    [{ kind: 'upgrade', replaces: ['Portfolio Builder', 'Cataract Connect'] }, { kind: 'held' }],
  ] as const;
  await openPlans(
    offers.map((offer, n) => {
      const [monthlyDecision, yearlyDecision] = decided[n] ?? [];
      return { ...offer, monthlyDecision, yearlyDecision, yearlySubscribed: n === 2 };
    }),
  );
  for (const [cycle, words] of [
    [
      'Monthly',
      [
        ['Replaces your yearly plan', true],
        [message, false],
        ['Replaces Portfolio Builder and Cataract Connect, with credit for unused time', true],
      ],
    ],
    [
      'Yearly',
      [
        ['You already have this product as part of Complete Bundle.', false],
        [/^7 days, until \d+ \w+ \d{4}$/, true],
        ['You hold this plan. Manage or cancel it under My Subscriptions.', false],
      ],
    ],
  ] as const) {
    await press(cycle, 'radio');
    for (const [n, [text, isOpen]] of words.entries()) {
      expect(within(cards()[n] as HTMLElement).getByText(text)).toBeVisible();
      if (isOpen) expect(buttons()[n]).toBeEnabled();
      else expect(buttons()[n]).toBeDisabled();
    }
  }
});

const checkout_url = 'https://checkout.example/session';

test('the chosen plan is sent, its session kept, and the hosted page opened', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
  const stub = stubCall('/subscriptions/checkout', {
    ...{ ...ok, checkout_url, session_id: 'cs_test_kept' },
  });
  await openPlans(offers, '?period=yearly');
  vi.useFakeTimers();
  const [, second] = await screen.findAllByRole('button', { name: 'Subscribe Yearly' });
  second?.click();
  await screen.findByText('Redirecting to secure checkout...');
  await vi.advanceTimersByTimeAsync(1000);
  expect(leave.mock.calls).toEqual([[checkout_url]]);
  expect(stub.sent).toEqual([
    {
      method: 'POST',
      body: { product_id: offers[1]?.id, pricing_plan_id: offers[1]?.yearlyPlanId },
    },
  ]);
  expect(Object.values({ ...localStorage })).toContain('cs_test_kept');
});

test('a checkout that opens too late takes nobody away from another page', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
  stubCall('/subscriptions/checkout', { ...ok, checkout_url, session_id: 'cs_1' });
  stubCall('/user/payments', { ...ok, payments: [] });
  const release = holdCall('/subscriptions/checkout');
  await openPlans(offers);
  vi.useFakeTimers();
  buttons()[0]?.click();
  await press(/Transaction History/, 'link');
  await screen.findByText('No payment history found.');
  release();
  await vi.advanceTimersByTimeAsync(2000);
  expect(screen.queryByText('Redirecting to secure checkout...')).toBeNull();
  expect(leave).not.toHaveBeenCalled();
  expect(window.location.pathname).toBe('/user/payments');
});

test('a plan chosen before the login is kept until it was shown, and the number of a payment page until the payment is confirmed', async () => {
  localStorage.setItem(storageKeys.selectedPlan, '{"name":"Cataract Connect","isYearly":true}');
  await openPlans(offers);
  expect(texts(cards())[1]).toContain('Your choice');
  expect(localStorage.getItem(storageKeys.selectedPlan)).toBeNull();

  localStorage.setItem(storageKeys.checkoutSession, 'cs_test_kept');
  stubCall('/user/subscriptions', { ...ok, subscriptions: [], credit: 0 });
  const confirmed = stubCall('/subscriptions/checkout/confirm', { ...ok, status: 'open' });
  open('/user/subscriptions?session_id=cs_test_kept');
  await waitFor(() => expect(confirmed.sent).toHaveLength(1));
  expect(localStorage.getItem(storageKeys.checkoutSession)).toBe('cs_test_kept');
  confirmed.body = { ...ok, status: 'complete' };
  open('/user/subscriptions?session_id=cs_test_kept_too');
  await waitFor(() => expect(localStorage.getItem(storageKeys.checkoutSession)).toBeNull());
});
