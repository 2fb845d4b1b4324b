import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const password = '  pässwörd "&<>\\ 密码 🔑 %20  ';

/** Cuts the text out of another field and pastes it, as from a password manager. */
async function paste(page: Page, field: Locator): Promise<void> {
  await page.evaluate("document.body.append(document.createElement('textarea'))");
  const source = page.locator('body > textarea');
  await source.fill(password);
  await source.press('ControlOrMeta+A');
  await source.press('ControlOrMeta+X');
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await source.evaluate((element) => element.remove());
}

for (const [path, labels] of [
  ['/login', ['Password']],
  ['/signup', ['Password', 'Confirm password']],
  ['/reset-password?resetKey=some-key', ['New password', 'Confirm password']],
] as const) {
  test(`a password can be pasted on ${path}, every character of it`, async ({ page }) => {
    await page.goto(path);
    for (const label of labels) {
      const field = page.getByLabel(label, { exact: true });
      await paste(page, field);
      await expect(field).toHaveValue(password);
      await expect(field).not.toHaveAttribute('maxlength');
    }
  });
}

test('what is typed into the login form is sent as it is', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@hospital.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  const sent = page.waitForRequest('**/api/login');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({ email: 'nobody@hospital.test', password });
});
