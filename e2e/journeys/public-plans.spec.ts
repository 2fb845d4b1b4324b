import { brand } from 'contract/brand';
import { products } from 'contract/catalogue';
import { logIn } from '../support/people.ts';
import { goHome } from '../support/public-site.ts';
import { expect, test } from '../support/test.ts';

const { portfolio, cataract } = brand.products;
const account = { email: 'user@demo.test', password: 'Demo-1234!' };

test('prices follow the period, with what a year saves', async ({ page }) => {
  await goHome(page);
  const card = (name: string) => page.getByRole('article', { name });
  for (const { name, monthly, trialDays } of products) {
    await expect(card(name)).toContainText(`£${(monthly.amount / 100).toFixed(2)}`);
    await expect(card(name).getByRole('link')).toHaveText(
      new RegExp(`Start ${trialDays}-day free trial`),
    );
  }
  await expect(card(brand.products.combined.name)).toContainText('Most Popular');
  await page.getByRole('radio', { name: 'Monthly' }).focus();
  await page.keyboard.press('ArrowRight');
  for (const { name, monthly, yearly, trialDays } of products) {
    await expect(card(name).getByText(`£${(yearly.amount / 100).toFixed(2)}`)).toBeVisible();
    const saving = Math.round((monthly.amount * 12 - yearly.amount) / 100);
    await expect(card(name).getByText(`Save £${saving} per year`)).toBeVisible();
    const share = `£${(yearly.amount / 1200).toFixed(2)} per month billed annually`;
    await expect(card(name)).toContainText(`${trialDays} days free, then ${share}`);
  }
  // What the combined offer saves against both, and no other offer does.
  const less = page.getByText('less than both products');
  await expect(less.filter({ visible: true })).toHaveText('£50.00 less than both products');
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await expect(less.filter({ visible: true })).toHaveText('£4.98 less than both products');
});

test('a plan chosen by a visitor is remembered over the login', async ({ page }) => {
  await goHome(page);
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByRole('article', { name: cataract.name }).getByRole('link').click();
  await expect(page).toHaveURL('/login?returnUrl=%2Fuser%2Fsubscriptions%2Fplans');
  const chosen = await page.evaluate(() => localStorage.getItem('selected_plan'));
  expect(JSON.parse(chosen ?? '')).toEqual({ name: cataract.name, isYearly: true });
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/user/subscriptions/plans?period=yearly');
  await expect(page.getByRole('radio', { name: /Yearly/ })).toBeChecked();
  const choice = page.getByRole('article', { name: cataract.name });
  await expect(choice).toContainText('Your choice');
  // It has the filled button, and on a phone it is the first.
  const looks = await page.evaluate<[name: string, colour: string][]>(
    `[...document.querySelectorAll('main article')].map((card) =>
      [card.getAttribute('aria-label'), getComputedStyle(card.querySelector('button')).backgroundColor])`,
  );
  expect(looks).toHaveLength(products.length);
  const filled = new Map(looks).get(cataract.name);
  expect(looks.filter(([, colour]) => colour === filled)).toEqual([[cataract.name, filled]]);
  await page.setViewportSize({ width: 390, height: 800 });
  const tops = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const top = await choice.evaluate((one) => one.getBoundingClientRect().top);
  expect(top).toBe(Math.min(...tops));
});

test('whoever is signed in is greeted by name, buys at once, and can log out', async ({ page }) => {
  await logIn(page, account);
  await goHome(page);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Login' })).toBeHidden();
  const name = await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('userData') ?? '');
    return `${user.first_name} ${user.last_name}`;
  });
  const plan = page.getByRole('article', { name: portfolio.name }).getByRole('link');
  await expect(plan).toHaveText(/^Subscribe Now/);
  // A trial may have been used, so that none is spoken of.
  for (const period of ['Monthly', 'Yearly']) {
    await page.getByRole('radio', { name: period }).check();
    const section = page.getByRole('region', { name: /Stay if it helps\.$/ });
    await expect(section).not.toContainText(/trial|free/i, { useInnerText: true });
    await expect(section).toContainText('Choose a plan. Stay if it helps.', { useInnerText: true });
  }
  await plan.click();
  await expect(page).toHaveURL('/user/subscriptions/plans');
  await goHome(page);
  await header.getByRole('button', { name }).click();
  await expect(page.locator('#account-menu')).toContainText(account.email);
  await header.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(header.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL('/');
});
