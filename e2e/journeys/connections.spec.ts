import type { Page } from '@playwright/test';
import { asAdmin } from '../support/as-admin.ts';
import { answer } from '../support/keyboard.ts';
import { loadUntil } from '../support/load-until.ts';
import { startReceiver } from '../support/receiver.ts';
import { arrive, arriveAsAdmin, subscribe } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const soon = { timeout: 15_000 };

/** The key or secret that is shown this once. */
async function shownOnce(page: Page, what: 'key' | 'secret'): Promise<string> {
  const box = page.getByRole('region', { name: `New ${what}` });
  const value = (await box.locator('code').textContent()) ?? '';
  await box.getByRole('button', { name: 'I have copied it' }).click();
  await expect(box).toBeHidden();
  return value;
}

/** Somebody who holds the portfolio product, and what an admin does to them. */
async function holder(page: Page, stack: Stack) {
  const { id, token } = await arrive(page, stack);
  await subscribe(stack, token, 'portfolio', 'monthly');
  const admin = await asAdmin(stack);
  const setActive = (isActive: boolean) => admin('PUT', `/admin/users/${id}/status`, { isActive });
  return { id, setActive };
}

test('a product is connected, tested, told with a new secret and after it was away, and its key is ended', async ({
  page,
  context,
  stack,
}) => {
  const receiver = await startReceiver();
  const { id, setActive } = await holder(await context.newPage(), stack);
  await arriveAsAdmin(page, stack, { anew: true });
  await page.goto('/admin/connections');
  await page.getByLabel('Address of a new endpoint').fill('https://192.168.1.1/hooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByText('192.168.1.1 is not on the public internet').first()).toBeVisible();
  await page.getByLabel('Address of a new endpoint').fill(receiver.url);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  receiver.secrets = [await shownOnce(page, 'secret')];

  await page.getByRole('button', { name: `Send test: ${receiver.url}` }).click();
  await expect.poll(() => receiver.types, soon).toEqual(['test']);
  const told = page.getByRole('row').filter({ hasText: receiver.url });
  await expect(told.first()).toContainText('Delivered', soon);

  // Both secrets sign: whichever the product has by now, it loses nothing.
  await page.getByRole('button', { name: `New secret: ${receiver.url}` }).click();
  await answer(page, page.getByRole('alertdialog'), 'New secret');
  const secret = await shownOnce(page, 'secret');
  await setActive(false);
  await expect.poll(() => receiver.copy.get(id)?.reason, soon).toBe('deactivated');
  receiver.secrets = [secret];
  await setActive(true);
  await expect.poll(() => receiver.copy.get(id)?.has_access, soon).toBe(true);
  expect(receiver.refused).toBe(0);

  await receiver.stop();
  await setActive(false);
  await loadUntil(
    () => page.reload(),
    (patience) => expect(page.getByText('Failing')).toBeVisible(patience),
    { timeout: 45_000 },
  );
  expect(receiver.copy.get(id)?.has_access).toBe(true);
  await receiver.start();
  await expect.poll(() => receiver.copy.get(id)?.reason, { timeout: 30_000 }).toBe('deactivated');

  await page.getByLabel('Name of a new key').fill('The journey');
  await page.getByRole('button', { name: 'Make key' }).click();
  const key = await shownOnce(page, 'key');
  const ask = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${stack.url}/api/products/portfolio/access/${id}`, { headers })).status;
  };
  expect(await ask()).toBe(200);
  await page.getByRole('button', { name: 'End: The journey' }).click();
  await answer(page, page.getByRole('alertdialog'), 'End');
  await expect(page.getByText('The journey')).toBeHidden();
  expect(await ask()).toBe(401);

  await page.getByRole('button', { name: `Remove: ${receiver.url}` }).click();
  await answer(page, page.getByRole('alertdialog'), 'Remove');
  await expect(page.getByText(receiver.url)).toHaveCount(0);
  await receiver.stop();
});
