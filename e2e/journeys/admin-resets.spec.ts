import type { Page } from '@playwright/test';
import { stubCall } from '../support/calls.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { specifiedLists } from '../../web/app/testing/specified-lists.ts';
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
    await expect.poll(() => stub.asked.length).toBe(1);
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
    await expect.poll(() => stub.asked.length).toBe(2);
    for (const key of narrowed.keys()) expect(stub.asked.at(-1)?.has(key)).toBe(false);
    // There is nothing left to reset.
    await expect(reset).toBeDisabled();

    // What an address cannot mean is not asked for.
    const before = stub.asked.length;
    const junk = [...narrowed.keys(), 'sortBy', 'sortOrder', 'user', 'figure', 'month', 'holds'];
    const known = new URLSearchParams(junk.map((key) => [key, '0000-00']));
    await page.goto(`${path}?${known}&page=-1&pageSize=x&cursor=x`);
    await expect(page.getByRole('row', { name: /Ada Byron/ })).toBeVisible();
    expect(stub.asked).toHaveLength(before + 1);
    const { sortBy: _, ...asked } = Object.fromEntries(stub.asked.at(-1) ?? []);
    expect(asked).toEqual({ search: '0000-00', sortOrder: 'desc', page: '1', pageSize: '25' });

    // What is typed and not sent yet can be, and nothing is asked for.
    await page.goto(path);
    await expect(page.getByRole('row', { name: /Ada Byron/ })).toBeVisible();
    await expect(reset).toBeDisabled();
    const all = stub.asked.length;
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await search(page).fill('byron');
    await reset.press('Enter');
    await page.clock.runFor(1000);
    await expect(search(page)).toHaveValue('');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    expect(stub.asked).toHaveLength(all);
  });
}
