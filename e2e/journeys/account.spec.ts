import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleHere } from '../support/checks.ts';
import { enter, expectFocusShown, expectTrapped, tabTo } from '../support/keyboard.ts';
import { mailedLink, mailsTo } from '../support/mails.ts';
import { logIn } from '../support/people.ts';
import { arrive, kept } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('data is copied and the account deleted by its owner, by keyboard alone', async ({
  page,
  stack,
}) => {
  const { person } = await arrive(page, stack);

  await test.step('the account stands in the dropdown and in the sidebar', async () => {
    await page.goto('/user/profile');
    await expect(page.getByText('Profile management features are coming soon.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to your account' })).toHaveAttribute(
      'href',
      '/user/account',
    );
    const sidebar = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(sidebar).toHaveText([
      /^Dashboard/,
      /^My Subscr/,
      /^Payment/,
      'AccountSecurity & Data',
    ]);
    await page.getByRole('button', { name: person.firstName }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('banner').getByRole('link', { name: 'Account' });
    await enter(page, menu);
    await expect(heading(page, 'Account')).toBeVisible();
    await expect(menu).toBeHidden();
  });

  await test.step('a copy is asked for, and its link comes by mail', async () => {
    await expectAccessibleHere(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await enter(page, page.getByRole('button', { name: 'Copy my data' }));
    await expect(page.getByText('Your data is being copied.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('is on its way already')).toBeVisible();
  });

  const [mail] = await mailsTo(stack, person.email, 'The copy of your data is ready');
  const link = /https?:\/\/\S+\/user\/account\/export\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  await test.step('the link gives the file once', async () => {
    await page.goto(link);
    await expect(heading(page, 'Download your data')).toBeVisible();
    await expectAccessibleHere(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const download = page.waitForEvent('download');
    await enter(page, page.getByRole('button', { name: 'Download your data' }));
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^your-data-\d{4}-\d\d-\d\d\.zip$/);
    // The names of its files stand in a zip as they are.
    const bytes = (await readFile(await file.path())).toString('latin1');
    expect(bytes.slice(0, 2)).toBe('PK');
    for (const name of ['payments.csv', 'read-me.txt', 'your-data.json']) {
      expect(bytes).toContain(name);
    }
    await expect(page.getByText('Your data was downloaded')).toBeVisible();
    await page.reload();
    await enter(page, page.getByRole('button', { name: 'Download your data' }));
    await expect(page.getByText('This link was used already.')).toBeVisible();
    await expectAccessibleHere(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await enter(page, page.getByRole('link', { name: 'Back to your account' }));
  });

  await test.step('what a deletion does is said before, and the password asked for', async () => {
    await expect(page.getByText('You have no subscription that would end.')).toBeVisible();
    await expect(
      page.getByText(/Without your name and email: what you paid, for six years/),
    ).toBeVisible();
    const opener = page.getByRole('button', { name: 'Delete my account' });
    await enter(page, opener);
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await expect(dialog.getByLabel('Your password', { exact: true })).toBeFocused();
    await expectTrapped(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await expectFocusShown(page);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Not-the-1st');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('This password is not correct');
    await expectAccessibleHere(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('with the password all is gone', async () => {
    const password = page.getByRole('alertdialog').getByLabel('Your password', { exact: true });
    await password.fill(person.password);
    await tabTo(
      page,
      page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }),
    );
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your account was deleted')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    expect(await kept(page)).toEqual([]);
    await mailsTo(stack, person.email, 'Your account was deleted');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Invalid credentials or session expired').first()).toBeVisible();
  });
});

test('the email is changed, and given back from the one before', async ({
  page,
  stack,
  browser,
}) => {
  const { person } = await arrive(page, stack);
  const email = `home.${person.email}`;
  await page.goto('/user/account');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Email' }) });
  await expect(section).toContainText(person.email);
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible();
  await section.getByLabel('New email').fill(email);
  await section.getByLabel('Your password').fill(person.password);
  await section.getByRole('button', { name: 'Change email' }).click();
  await expect(section.getByText('Waiting to be confirmed')).toBeVisible();
  await expectAccessibleHere(page, [320, 1440]);

  await test.step('the button of the new email’s link changes it', async () => {
    const subject = 'Confirm your new email';
    const mailed = await page.context().newPage();
    await mailed.goto(await mailedLink(stack, email, { subject, path: '/confirm-email' }));
    await mailed.getByRole('button', { name: 'Confirm new email' }).click();
    await expect(mailed.getByText('Your email was changed.')).toBeVisible();
    await mailed.close();
    await expect(section).toContainText(email);
    await expect(section.getByText('Waiting to be confirmed')).toHaveCount(0);
  });

  await test.step('the one before is told, and its button gives it back', async () => {
    const subject = 'The email of your account was changed';
    const link = await mailedLink(stack, person.email, { subject, path: '/undo-email' });
    const elsewhere = await (await browser.newContext({ baseURL: stack.url })).newPage();
    await elsewhere.goto(link);
    await elsewhere.getByRole('button', { name: 'Keep my email' }).click();
    await expect(elsewhere.getByText('Your email is as it was before')).toBeVisible();
    await expectAccessibleHere(elsewhere, [320, 1440]);
    await elsewhere.getByRole('link', { name: 'Set a new password' }).click();
    await expect(heading(elsewhere, 'Forgot your password?')).toBeVisible();
    await logIn(elsewhere, person);
    await elsewhere.goto('/user/account');
    await expect(elsewhere.getByRole('main').getByText(person.email).first()).toBeVisible();
    await elsewhere.context().close();
  });

  await page.reload();
  await expect(page).toHaveURL(/\/login/);
});
