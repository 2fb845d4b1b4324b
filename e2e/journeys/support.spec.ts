import type { Page } from '@playwright/test';
import { expectAccessibleHere } from '../support/checks.ts';
import { answer, enter } from '../support/keyboard.ts';
import { mailsTo } from '../support/mails.ts';
import { logIn, type Person } from '../support/people.ts';
import { arrive, arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { codeOf } from '../support/totp.ts';

const desktop = { width: 1280, height: 800 };

/** Looks at a screen at every width, and goes on at a desktop's. */
async function look(page: Page): Promise<void> {
  await expectAccessibleHere(page);
  await page.setViewportSize(desktop);
}

interface Answer {
  message: string;
  data: { id: string; secret: string; email: string };
}

/** Makes calls as whoever holds a token; answers what they answer. */
function callsOf(url: string, token: string) {
  return async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/api${path}`, sent);
    return { status: response.status, body: (await response.json()) as Answer };
  };
}

async function openUser(page: Page, { email, firstName }: Person): Promise<void> {
  await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: firstName }).first().click();
  await expect(page.getByRole('heading', { name: 'Support' })).toBeVisible();
}

test('who has lost phone and recovery codes is reset by an admin, and logs in again', async ({
  page,
  browser,
  stack,
}) => {
  const theirs = await (await browser.newContext({ baseURL: stack.url })).newPage();
  const { person, token } = await arrive(theirs, stack, { firstName: 'Ines', lastName: 'Cruz' });
  const call = callsOf(stack.url, token);
  const { id, secret } = (await call('POST', '/user/second-factors/totp')).body.data;
  await call('POST', '/user/second-factors/totp/confirm', { id, code: codeOf(secret) });
  await arriveAsAdmin(page, stack, { anew: true });
  await page.setViewportSize(desktop);

  await openUser(page, person);
  const support = page.locator('section').filter({ hasText: 'What they see' });
  await expect(support.getByText(/^On\. It can be reset/)).toBeVisible();
  await enter(page, support.getByRole('button', { name: 'Reset' }));
  const dialog = page.getByRole('alertdialog', { name: /^Reset the two-step login of Ines/ });
  await answer(page, dialog, 'Reset');
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await look(page);
  await dialog.getByLabel('Reason').fill('Phone lost, called back on the ward');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('Two-step login was reset, and the user was told')).toBeVisible();
  await expect(support.getByText(/^Off\. The password alone/)).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  await mailsTo(stack, person.email, 'Your two-step login was changed', 2);
  expect((await call('GET', '/user')).status).toBe(401);
  await logIn(theirs, person);
  await expect(theirs).toHaveURL('/user/subscriptions/plans');
  await theirs.context().close();
});

test('support sees what a user sees, changes nothing, and the user reads of it', async ({
  page,
  browser,
  stack,
}) => {
  const theirs = await (await browser.newContext({ baseURL: stack.url })).newPage();
  const { person } = await arrive(theirs, stack, { firstName: 'Odile', lastName: 'Marsh' });
  await arriveAsAdmin(page, stack, { anew: true });
  await page.setViewportSize(desktop);
  const why = 'Cannot find the invoice of May';

  await test.step('for a reason, by keyboard alone', async () => {
    await openUser(page, person);
    await look(page);
    await enter(page, page.getByRole('button', { name: 'See what they see' }));
    const dialog = page.getByRole('alertdialog', { name: 'See what Odile Marsh sees?' });
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type(why);
    await enter(page, dialog.getByRole('button', { name: 'See what they see' }));
  });

  const banner = page.getByRole('complementary', { name: 'Seen as user' });
  await test.step('a banner says so on every page, and nothing can be written', async () => {
    await expect(page).toHaveURL('/user/dashboard');
    await expect(banner).toContainText('You see what Odile Marsh sees. Nothing can be changed');
    await look(page);
    await page.getByRole('link', { name: /^Account/ }).click();
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
    await look(page);
    for (const name of ['Change email', 'Change password', 'Copy my data', 'Delete my account']) {
      const button = page.getByRole('button', { name });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(/Nothing can be changed here/);
    }
    const words = 'You only see what the user sees. Nothing can be changed here.';
    const { token } = JSON.parse(
      String(await page.evaluate("sessionStorage.getItem('seen_as')")),
    ) as { token: string };
    const call = callsOf(stack.url, token);
    expect((await call('GET', '/user')).body.data.email).toBe(person.email);
    for (const [method, path] of [
      ['DELETE', '/user'],
      ['PUT', '/user/invoice-details'],
      ['POST', '/user/second-factors/totp'],
      ['POST', '/user/products/cataract/open'],
      ['GET', '/admin/users'],
    ] as const) {
      expect(await call(method, path, method === 'GET' ? undefined : {}), path).toMatchObject({
        ...{ status: 403, body: { message: words } },
      });
    }
    await page.goto('/admin/users');
    await expect(page).toHaveURL('/user/dashboard');
  });

  await test.step('it ends by a button, at the page of the user', async () => {
    await banner.getByRole('button', { name: 'Back to my own pages' }).click();
    await expect(page).toHaveURL(/\/admin\/users\/[\w-]+$/);
    await expect(page.getByRole('heading', { name: 'Odile Marsh' })).toBeVisible();
    await expect(banner).toHaveCount(0);
  });

  await test.step('the user reads of it', async () => {
    await theirs.goto('/user/account');
    await theirs.getByText('What happened in your account').click();
    await expect(theirs.getByText('Your pages were looked at, to help you')).toBeVisible();
    await expect(theirs.getByText(why)).toBeVisible();
    await expectAccessibleHere(theirs);
    await theirs.context().close();
  });
});
