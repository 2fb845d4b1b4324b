import type { Page } from '@playwright/test';
import { stubCall } from '../support/calls.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { specifiedLists } from '../support/specified-lists.ts';
import { expect, test } from '../support/test.ts';

const search = (page: Page) => page.getByPlaceholder('Search by user...');

for (const { path, choices, body } of specifiedLists) {
  test(`a reset of ${path} takes off the search and every choice, and asks for everything`, async ({
    page,
    stack,
  }) => {
    await arriveAsAdmin(page, stack);
    const stub = await stubCall(page, path, body);
    const filters = Object.values(choices).map(([key, , [, value]]) => [key, value ?? '']);
    const narrowed = new URLSearchParams([['search', 'ada'], ...filters]);
    await page.clock.install();
    await page.goto(`${path}?${narrowed}`);
    await expect(search(page)).toHaveValue('ada');
    for (const [name, [, , [label]]] of Object.entries(choices)) {
      await expect(page.getByLabel(name, { exact: true }).locator('option:checked')).toHaveText(
        label,
      );
    }
    for (const [key, value] of narrowed) expect(stub.asked.at(-1)?.get(key)).toBe(value);

    const reset = page.getByRole('button', { name: 'Reset filters', exact: true });
    await reset.click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(search(page)).toHaveValue('');
    for (const [name, [, [all]]] of Object.entries(choices)) {
      await expect(page.getByLabel(name, { exact: true }).locator('option:checked')).toHaveText(
        all,
      );
    }
    // Nothing goes out once more when the wait of the search box is over.
    await page.clock.runFor(1000);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    expect(stub.asked).toHaveLength(2);
    for (const key of narrowed.keys()) expect(stub.asked.at(-1)?.has(key)).toBe(false);
    // There is nothing left to reset, but for what is typed and not sent yet.
    await expect(reset).toBeDisabled();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await search(page).fill('byron');
    await reset.press('Enter');
    await page.clock.runFor(1000);
    await expect(search(page)).toHaveValue('');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    expect(stub.asked).toHaveLength(2);
  });
}
