import type { Page } from '@playwright/test';
import { resetLink } from '../support/mails.ts';
import { logIn, type Person, setPassword } from '../support/people.ts';
import { register } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const refusal = 'Invalid token: this reset link has expired or was used already.';

async function askForLink(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expectToast(page, 'Password reset instructions sent to your email');
}

/** What happens to a link between its mail and its click. */
const fates: [string, (page: Page, stack: Stack, link: string) => Promise<void>][] = [
  ['has expired', async (_page, stack) => stack.expireResetLinks?.()],
  [
    'was used already',
    async (page, _stack, link) => {
      await page.goto(link);
      await setPassword(page, 'Cornea-2027!');
      await expectToast(page, 'Password updated successfully');
      await expect(page).toHaveURL(/\/login$/);
    },
  ],
];

for (const [fate, befall] of fates) {
  test(`a reset link that ${fate} says so, changes nothing, and leads on to a new one`, async ({
    page,
    stack,
  }) => {
    const person = await register(stack);
    await page.goto('/forgot-password');
    await askForLink(page, person);
    const link = await resetLink(stack, person.email);
    await befall(page, stack, link);

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await setPassword(page, 'Stranger-2028!');
    await expectToast(page, refusal);
    await expect(page).toHaveURL(/\/login$/);

    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await askForLink(page, person);
    await page.goto(await resetLink(stack, person.email, 2));
    await setPassword(page, 'Lens-2029!');
    await expectToast(page, 'Password updated successfully');
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, { email: person.email, password: 'Lens-2029!' });
  });
}
