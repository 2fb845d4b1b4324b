import type { Page } from '@playwright/test';
import { enter, tabTo } from '../support/keyboard.ts';
import { somebody } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

async function typeInto(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test('a person without a mouse signs up, subscribes and signs out', async ({ page }) => {
  const person = somebody();
  await page.goto('/');
  await enter(page, page.getByRole('link', { name: /^sign up$/i }));
  await expect(page).toHaveURL(/\/signup/);

  await typeInto(page, 'First name', person.firstName);
  await typeInto(page, 'Last name', person.lastName);
  await typeInto(page, 'Email', person.email);
  await typeInto(page, 'Password', person.password);
  await typeInto(page, 'Confirm password', person.password);
  await tabTo(page, page.getByRole('checkbox', { name: /terms/i }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);

  await page.getByLabel('Email').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(person.email);
  await typeInto(page, 'Password', person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();

  await tabTo(page, page.getByRole('radio', { name: /^Monthly/ }));
  await page.keyboard.press('ArrowRight');
  await enter(page, page.getByRole('button', { name: /^Subscribe Yearly$/ }));
  await expect(page.getByLabel('Card number')).toBeVisible();

  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expiry date', '1299'],
    ['CVC', '123'],
    ['Cardholder name', 'Priya Nair'],
  ] as const) {
    await page.getByLabel(label).focus();
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/subscriptions$/);
  await expect(page.getByRole('article', { name: 'Portfolio Builder' })).toBeVisible();

  await page.getByRole('button', { name: /Priya Nair/ }).focus();
  await page.keyboard.press('Enter');
  await enter(page, page.getByRole('button', { name: /^Sign out$/ }));
  await expect(page.getByText('Logged out successfully')).toBeVisible();
});
