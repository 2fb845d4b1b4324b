import type { Page } from '@playwright/test';
import { holdCall, stubCall } from '../support/calls.ts';
import { expectMostly } from '../support/checks.ts';
import type { Person } from '../support/people.ts';
import { arrive, kept } from '../support/session.ts';
import { idOf, ok, productChoice } from '../support/specified-lists.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const [, , ...products] = productChoice;
const prices = [
  [24.99, 250, 30],
  [14.99, 150, 7],
  [35, 350, 30],
] as const;

/** The three offers (product G9 to G18) to somebody who holds nothing. */
const offers = products.map(([name, id], n) => {
  const [monthlyPrice = 0, yearlyPrice = 0, trialDays = 0] = prices[n] ?? [];
  return {
    ...{ id, name, description: `What ${name} is for`, features: ['One thing', 'And another'] },
    ...{ monthlyPrice, yearlyPrice, trialDays, popular: n === 2 },
    ...{ monthlyPlanId: idOf(n), yearlyPlanId: idOf(n + 5) },
    ...{ monthlySubscribed: false, yearlySubscribed: false },
  };
});

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

/** The plans are still there, for nobody; a press keeps the plan and leads to the login. */
async function expectLoginToSubscribe(page: Page): Promise<void> {
  await expect(cards(page).getByRole('button')).toHaveText(Array(3).fill('Login to Subscribe'));
  await expect(page).toHaveURL('/user/subscriptions/plans?period=yearly');
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked();
  expect(await kept(page)).toEqual([]);
  await expect(page.getByRole('button', { name: /Priya Nair/ })).toHaveCount(0);
  await expect(cards(page).getByText('Subscribed')).toHaveCount(0);
  await cards(page).nth(1).getByRole('button').click();
  await expect(page).toHaveURL('/login?returnUrl=%2Fuser%2Fsubscriptions%2Fplans');
  const chosen = await page.evaluate<string>("localStorage.getItem('selected_plan')");
  expect(JSON.parse(chosen)).toEqual({ planId: offers[1]?.yearlyPlanId, isYearly: true });
}

/** Opens the plans by the year, on a clock that can be moved; one is held as long as somebody is here. */
async function lookAtPlans(page: Page, stack: Stack): Promise<Person> {
  await page.clock.install();
  const { person } = await arrive(page, stack);
  await page.route('**/api/plans', async (route) => {
    const held = (await route.request().allHeaders()).authorization !== undefined;
    const plans = offers.map((offer, n) => ({ ...offer, yearlySubscribed: held && n === 0 }));
    await route.fulfill({ json: { ...ok, plans } });
  });
  await page.goto('/user/subscriptions/plans?period=yearly');
  await expect(cards(page).getByRole('button', { name: 'Subscribed' })).toBeVisible();
  return person;
}

test('a session that ends in another tab leaves the plans open, and the choice for after the login', async ({
  page,
  stack,
  context,
}) => {
  const person = await lookAtPlans(page, stack);
  const other = await context.newPage();
  await other.goto('/user/payments');
  await other.getByRole('button', { name: /Priya Nair/ }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expectLoginToSubscribe(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/subscriptions/plans?period=yearly');
  await expect(cards(page).nth(1)).toContainText('Your choice');
});

test('a session that runs out leaves the plans open, and nothing else', async ({ page, stack }) => {
  await lookAtPlans(page, stack);
  await page.clock.fastForward('08:00:05');
  await expectLoginToSubscribe(page);
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

test('signed out on the plans, the other pages lead to the login, and back to them', async ({
  page,
  stack,
}) => {
  await lookAtPlans(page, stack);
  await page.clock.fastForward('08:00:05');
  await expect(cards(page).first()).toContainText('Login to Subscribe');
  await page.getByRole('link', { name: /Transaction History/ }).click();
  await expect(page).toHaveURL('/login');
});
