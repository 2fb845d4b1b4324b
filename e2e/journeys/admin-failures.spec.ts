import type { Page } from '@playwright/test';
import { stubCall } from '../support/calls.ts';
import { figure } from '../support/figure.ts';
import { admin, logIn } from '../support/people.ts';
import { specifiedLists } from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';
import { toasts } from '../support/toasts.ts';

/**
 * Signs in on the form, which shows a toast: from then on the next one would be seen at once. Links
 * lead on, as a page that is loaded anew would fetch what shows toasts once more. The returned
 * function tells whether one has been seen since, however short it stayed.
 */
async function arriveWithToast(page: Page): Promise<() => Promise<number>> {
  await page.clock.install();
  await logIn(page, admin);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.fastForward(5000);
  await expect(toasts(page)).toHaveCount(0);
  await page.evaluate(`{
    globalThis.toastsSeen = 0;
    new MutationObserver(() => {
      toastsSeen += document.querySelectorAll('[data-sonner-toast]').length;
    }).observe(document.body, { childList: true, subtree: true });
  }`);
  return () => page.evaluate<number>('toastsSeen');
}

const follow = (page: Page, path: string) =>
  page.getByRole('complementary').locator(`a[href="${path}"]`).click();

for (const { path, badge, cards, body } of specifiedLists) {
  const name = path.split('/').at(-1);
  test(`when ${path} fails the list is emptied and no figure is known, which is only logged`, async ({
    page,
  }) => {
    const stub = await stubCall(page, path, body);
    const toastsSeen = await arriveWithToast(page);
    await follow(page, path);
    await expect(page.getByRole('row', { name: /Ada Byron/ })).toBeVisible();

    for (const fail of [
      // The same list once more: somebody comes back to the tab.
      async () => {
        await page.clock.fastForward(60_000);
        await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      },
      () => page.getByPlaceholder('Search by user...').fill('ada'),
    ]) {
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes(`Loading ${name} failed`),
      );
      stub.status = 500;
      await fail();
      await logged;
      await expect(page.getByRole('alert')).toHaveText('The list could not be loaded.Try again');
      await expect(page.getByText(`No ${name} found`)).toHaveCount(0);
      await expect(page.getByRole('row')).toHaveCount(0);
      for (const card of Object.keys(cards)) {
        await expect(figure(page, card)).toHaveText('–Not known');
      }
      await expect(page.getByRole('main')).not.toContainText(/\d/);
      if (badge) await expect(page.getByText('Total', { exact: true })).toBeVisible();
      stub.status = 200;
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('row', { name: /Ada Byron/ })).toBeVisible();
      expect(await toastsSeen()).toBe(0);
    }
  });
}

test('a dashboard that fails has no figures and no payments, which is only logged', async ({
  page,
}) => {
  const stub = await stubCall(page, '/admin/dashboard-stats', { success: false, message: 'No' });
  stub.status = 500;
  const toastsSeen = await arriveWithToast(page);
  await follow(page, '/admin/users');
  // A page that has not been left is not loaded again.
  await expect(page.getByPlaceholder('Search by user...')).toBeVisible();
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Loading the dashboard failed'),
  );
  await follow(page, '/admin/dashboard');
  await logged;
  for (const name of ['Active Users', 'Trial Users', 'Active Subscriptions', 'Total Revenue']) {
    await expect(figure(page, name)).toHaveText('–Not known');
  }
  await expect(page.getByRole('main')).not.toContainText(/\d/);
  await expect(page.getByText('The latest payments could not be loaded.')).toBeVisible();
  await expect(page.getByText('No payments found')).toHaveCount(0);
  expect(await toastsSeen()).toBe(0);
});
