import type { Page } from '@playwright/test';
import { somebody } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Presses Tab until the element with this role and name has the focus. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: RegExp) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.and(page.getByRole(role, { name })).count()) > 0) return;
  }
  throw new Error(`Tab never reaches ${role} ${name}`);
}

async function typeInto(page: Page, label: string, text: string) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const isThere = page.locator(':focus').and(page.getByLabel(label, { exact: true }));
    if ((await isThere.count()) > 0) return page.keyboard.type(text);
  }
  throw new Error(`Tab never reaches the field ${label}`);
}

test('a person without a mouse signs up, subscribes and signs out', async ({ page }) => {
  const person = somebody();
  await page.goto('/');
  await tabTo(page, 'link', /^sign up$/i);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signup/);

  await typeInto(page, 'First name', person.firstName);
  await typeInto(page, 'Last name', person.lastName);
  await typeInto(page, 'Email', person.email);
  await typeInto(page, 'Password', person.password);
  await typeInto(page, 'Confirm password', person.password);
  await tabTo(page, 'checkbox', /terms/i);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);

  await page.getByLabel('Email').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(person.email);
  await typeInto(page, 'Password', person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();

  await tabTo(page, 'radio', /^Monthly/);
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'button', /^Subscribe Yearly$/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Card number')).toBeVisible();

  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expiry date', '1234'],
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
  await tabTo(page, 'button', /^Sign out$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Logged out successfully')).toBeVisible();
});
