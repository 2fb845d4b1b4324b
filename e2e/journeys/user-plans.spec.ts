import type { Page } from '@playwright/test';
import { holdCall, stubCall } from '../support/calls.ts';
import { expectMostly } from '../support/checks.ts';
import { offers } from '../../web/app/testing/offers.ts';
import { arrive } from '../support/session.ts';
import { ok } from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('the plans show what a month costs, and what a year costs and saves', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  await stubCall(page, '/plans', { ...ok, plans: offers });
  await page.goto('/user/subscriptions/plans');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await expect(page.getByText('(Save up to 16.6%)', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
  await expect(cards(page)).toHaveText([
    /^Portfolio BuilderWhat Portfolio Builder is for£24\.99per monthBilled monthly30 days free/,
    /^Cataract ConnectWhat Cataract Connect is for£14\.99per monthBilled monthly7 days free/,
    /^Complete BundleMost PopularWhat Complete Bundle is for£35\.00per monthBilled monthly30 days/,
  ]);
  await expect(cards(page).getByRole('button')).toHaveText(Array(3).fill('Subscribe Monthly'));
  for (const card of await cards(page).all()) {
    await expect(card.getByText('One thing', { exact: true })).toBeVisible();
    await expect(card.getByText('And another', { exact: true })).toBeVisible();
    await expect(card.getByText(/save/i)).toHaveCount(0);
  }
  // Each price is said once, and what holds for all plans once below them, with the way back.
  for (const price of ['£24.99', '£14.99', '£35.00']) {
    await expect(page.getByRole('main').getByText(price)).toHaveCount(1);
  }
  await expect(page.getByText(/charged at its price every month, until you cancel\./)).toHaveCount(
    1,
  );
  await expect(
    page.getByRole('main').getByRole('link', { name: 'My Subscriptions' }),
  ).toHaveAttribute('href', '/user/subscriptions');
  await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  for (const [n, [price, share, saved]] of (
    [
      ['£250.00', '£20.83', '£49.88'],
      ['£150.00', '£12.50', '£29.88'],
      ['£350.00', '£29.17', '£70.00'],
    ] as const
  ).entries()) {
    const card = cards(page).nth(n);
    await expect(card).toContainText(`${price}per year${share} per month billed annually`);
    await expect(card.getByText(`Save ${saved} per year`, { exact: true })).toBeVisible();
  }
  await expect(cards(page).getByRole('button')).toHaveText(Array(3).fill('Subscribe Yearly'));
});

test('what is held in the chosen cycle is Subscribed, in green, and cannot be chosen', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  const plans = offers.map((offer, n) => ({
    ...offer,
    monthlySubscribed: n === 0,
    yearlySubscribed: n === 1,
  }));
  await stubCall(page, '/plans', { ...ok, plans });
  await page.goto('/user/subscriptions/plans');
  const buttons = cards(page).getByRole('button');
  for (const [cycle, words] of [
    ['Monthly', ['Subscribed', 'Subscribe Monthly', 'Subscribe Monthly']],
    ['Yearly', ['Subscribe Yearly', 'Subscribed', 'Subscribe Yearly']],
  ] as const) {
    await page.getByRole('radio', { name: cycle }).check({ force: true });
    await expect(buttons).toHaveText([...words]);
    const held = cards(page).getByRole('button', { name: 'Subscribed' });
    await expect(held).toBeDisabled();
    await expectMostly('green', held, 'backgroundColor');
    await expect(buttons.nth(2)).toBeEnabled();
  }
});

test('each plan says what the server decided: what it replaces, or why it cannot be chosen', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  const message = 'Your Cataract Connect is set to end.';
  const decided = [
    [{ kind: 'change-cycle' }, { kind: 'included', in: 'Complete Bundle' }],
    [{ kind: 'blocked', message }, { kind: 'subscribe' }],
    [{ kind: 'upgrade', replaces: ['Portfolio Builder', 'Cataract Connect'] }, { kind: 'held' }],
  ] as const;
  const plans = offers.map((offer, n) => {
    const [monthlyDecision, yearlyDecision] = decided[n] ?? [];
    return { ...offer, monthlyDecision, yearlyDecision, yearlySubscribed: n === 2 };
  });
  await stubCall(page, '/plans', { ...ok, plans });
  await page.goto('/user/subscriptions/plans');
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
        ['7 days', true],
        ['You hold this plan. Manage or cancel it under My Subscriptions.', false],
      ],
    ],
  ] as const) {
    await page.getByRole('radio', { name: cycle }).check({ force: true });
    for (const [n, [text, isOpen]] of words.entries()) {
      const card = cards(page).nth(n);
      await expect(card.getByText(text, { exact: true })).toBeVisible();
      await expect(card.getByRole('button')).toBeEnabled({ enabled: isOpen });
    }
  }
});

test('the chosen plan is sent, its session kept, and the hosted page opened', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  await stubCall(page, '/plans', { ...ok, plans: offers });
  const checkout_url = `${stack.url}/about-us?hosted`;
  const stub = await stubCall(page, '/subscriptions/checkout', {});
  stub.body = { ...ok, checkout_url, session_id: 'cs_test_kept' };
  await page.goto('/user/subscriptions/plans?period=yearly');
  await cards(page).nth(1).getByRole('button', { name: 'Subscribe Yearly' }).click();
  await expect(page.getByText('Redirecting to secure checkout...')).toBeVisible();
  await expect(page).toHaveURL(checkout_url);
  expect(stub.sent.map(({ body }) => body)).toEqual([
    { product_id: offers[1]?.id, pricing_plan_id: offers[1]?.yearlyPlanId },
  ]);
  const stored = await page.evaluate<string[]>('Object.values(localStorage)');
  expect(stored).toContain('cs_test_kept');
});

test('a checkout that opens too late takes nobody away from another page', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  const release = await holdCall(page, '/subscriptions/checkout');
  await page.goto('/user/subscriptions/plans');
  const opened = page.waitForResponse('**/api/subscriptions/checkout');
  await page.getByRole('button', { name: 'Subscribe Monthly' }).first().click();
  await page.getByRole('link', { name: /Transaction History/ }).click();
  await expect(page).toHaveURL(/\/user\/payments$/);
  release();
  await opened;
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Redirecting to secure checkout...')).toHaveCount(0);
  await expect(page).toHaveURL(/\/user\/payments$/);
});
