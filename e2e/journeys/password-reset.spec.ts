import type { Page } from '@playwright/test';
import { holdCall } from '../support/calls.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { mailsTo, resetLink, subjectsTo } from '../support/mails.ts';
import { logIn, setPassword } from '../support/people.ts';
import { live } from '../support/public-site.ts';
import { arrive, register } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { expectToast, toasts } from '../support/toasts.ts';

const strength =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character';
const newPassword = 'Cornea-2027!';

const errors = (page: Page) => page.locator('main').getByRole('alert');

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expectToast(page, 'Password reset instructions sent to your email');
  await expect(page).toHaveURL(/\/login$/);
}

test('the forgotten password: a link by mail, a new password, and the old one is dead', async ({
  page,
  stack,
}) => {
  const person = await register(stack);

  await test.step('the form tells what is wrong, and trims what is right', async () => {
    await page.goto('/forgot-password');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(errors(page)).toHaveText(['Email is required']);
    await page.getByLabel('Email').fill('priya');
    await expect(errors(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(errors(page)).toHaveText(['Please enter a valid email address']);

    const release = await holdCall(page, '/reset-password');
    const sent = page.waitForRequest('**/api/reset-password');
    // A field of type email trims what is typed, so the blanks come in as a script would bring them.
    await page.getByLabel('Email').fill(`  ${person.email}  `);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText('Processing')).toBeVisible();
    expect((await sent).postDataJSON()).toEqual({ email: person.email });
    release();
    await expectToast(page, 'Password reset instructions sent to your email');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
  });

  const link = await resetLink(stack, person.email);

  await test.step('the key leaves the address, survives a reload, and goes to nobody', async () => {
    const key = new URL(link).searchParams.get('resetKey') ?? '';
    const told: string[] = [];
    page.on('request', async (request) => {
      if (request.isNavigationRequest()) return;
      const { referer = '' } = await request.allHeaders();
      if (request.url().includes(key) || referer.includes(key)) told.push(request.url());
    });
    await page.goto(link);
    await expect(page).toHaveURL(`${stack.url}/reset-password`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await expect(page).toHaveURL(`${stack.url}/reset-password`);
    expect(told).toEqual([]);
  });

  await test.step('both fields are checked, and both can be shown', async () => {
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(errors(page)).toHaveText(['Password is required', 'Please confirm your password']);
    const field = page.getByLabel('New password', { exact: true });
    const confirmation = page.getByLabel('Confirm password');
    await field.fill('Ab1!');
    await confirmation.fill('Ab1?');
    await expect(errors(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(errors(page)).toHaveText([
      'Password must be at least 8 characters',
      'Passwords do not match',
    ]);
    await field.fill('Abcdefg1');
    await expect(errors(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(errors(page)).toHaveText([strength, 'Passwords do not match']);
    await expect(
      page.getByRole('list', { name: 'Password checklist' }).getByRole('listitem'),
    ).toHaveText([/done/, /done/, /done/, /done/, /special character .* \(not yet\)/]);
    for (const label of ['New password', 'Confirm password']) {
      await page.getByRole('button', { name: `Show ${label.toLowerCase()}` }).click();
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: `Hide ${label.toLowerCase()}` }).click();
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'password');
    }
  });

  await test.step('the new password is set behind its overlay, and opens the account', async () => {
    const release = await holdCall(page, '/update-password');
    await setPassword(page, newPassword);
    await expect(page.getByRole('status').getByText('Updating Password')).toBeVisible();
    await expectAccessibleHere(page, [320, 1440]);
    release();
    await expect(toasts(page)).toHaveText('Password updated successfully');
    await expect(toasts(page)).toHaveAttribute('data-type', 'success');
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, { email: person.email, password: newPassword });
    await mailsTo(stack, person.email, 'Your password was changed');
  });

  await test.step('the link works once, and says so before it leads to the login', async () => {
    await page.evaluate('localStorage.clear()');
    await page.goto(link);
    await setPassword(page, 'Lens-2028!');
    await expect(page.getByText(/^Invalid token/)).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('the old password opens nothing', async () => {
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Login' }).click();
    const refused = page.getByRole('main').getByRole('alert');
    await expect(refused).toHaveText('Invalid credentials or session expired');
  });
});

test('a reset ends the session in this browser too', async ({ page, stack }) => {
  const { person } = await arrive(page, stack);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.goto(await resetLink(stack, person.email));
  await setPassword(page, newPassword);
  await expectToast(page, 'Password updated successfully');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(await page.evaluate('localStorage.getItem("authToken")')).toBeNull();
});

test('an unknown e-mail gets the same answer, and no mail', async ({ page, stack }) => {
  const nobody = `nobody.${Date.now()}@hospital.test`;
  await askForLink(page, nobody);
  const person = await register(stack);
  await askForLink(page, person.email);
  // The later mail has come, so the earlier would have.
  await resetLink(stack, person.email);
  expect(await subjectsTo(stack, nobody)).toEqual([]);
});

test('without a key it is told so, and the login follows', async ({ page }) => {
  for (const path of ['/reset-password', '/reset-password?resetKey=']) {
    await live(page, '/about-us');
    await page.goto(path);
    const toast = toasts(page).filter({ hasText: 'Invalid or missing reset token' });
    await expect(toast).toHaveAttribute('data-type', 'error');
    await expect(toast).toHaveCount(0);
    await expect(page).toHaveURL(/\/login$/);
    // Nobody goes back to a page that would only send them on again.
    await page.goBack();
    await expect(page).toHaveURL(/\/about-us$/);
  }
});

const failures = [
  {
    status: 400,
    body: { error: 'Invalid Token given' },
    said: 'Invalid Token given',
    leaves: true,
  },
  { status: 400, body: { message: 'The key is odd' }, said: 'The key is odd', leaves: false },
  { status: 400, body: {}, said: 'Failed to reset password', leaves: false },
  { status: 409, body: { message: 'INVALID TOKEN' }, said: 'INVALID TOKEN', leaves: true },
];

test('a reset that is refused says why, and leaves where its key is what is wrong', async ({
  page,
}) => {
  for (const { status, body, said, leaves } of failures) {
    await test.step(JSON.stringify(body), async () => {
      await page.route(
        '**/api/update-password',
        (route) => route.fulfill({ status, json: { success: false, ...body } }),
        { times: 1 },
      );
      await page.goto('/reset-password?resetKey=some-key');
      await setPassword(page, newPassword);
      await expect(page.getByText(said, { exact: true })).toBeVisible();
      await expect(toasts(page).filter({ hasText: said })).toHaveAttribute('data-type', 'error');
      await expect(page).toHaveURL(leaves ? /\/login$/ : /\/reset-password$/);
    });
  }
});
