import type { Locator, Page } from '@playwright/test';
import { offers } from '../../web/app/testing/offers.ts';
import { ok } from '../../web/app/testing/specified-lists.ts';
import type { Person } from '../support/people.ts';
import { arrive, kept } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');

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
  const chosen = cards(page).nth(1);
  await expect(chosen).toContainText('Your choice');
  // Its button is the filled one, in place of the most popular plan's; on a phone it comes first.
  const words = (n: number) => cards(page).nth(n).getByRole('button');
  await expect(words(1)).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(words(2)).not.toHaveCSS('color', 'rgb(255, 255, 255)');
  await page.setViewportSize({ width: 390, height: 800 });
  const top = async (card: Locator) => (await card.boundingBox())?.y ?? 0;
  expect(await top(chosen)).toBeLessThan(await top(cards(page).first()));
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
