import { stubCall } from '../support/calls.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { specifiedLists } from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';

for (const { path, columns, row, body } of specifiedLists) {
  // Six columns need more room than five.
  const table = path === '/admin/users' ? 1024 : 1280;
  test(`the rows of ${path} are compact up to ${table - 1} px and a table from ${table} px on, with the same in them`, async ({
    page,
    stack,
  }) => {
    await arriveAsAdmin(page, stack);
    await stubCall(page, path, body);
    const card = page.locator('main ul > li:has(dl)');
    for (const width of [320, table - 1]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(card).toHaveCount(1);
      await expect(card.locator('dt')).toHaveText(columns);
      await expect(card.locator('dd')).toHaveText(row);
      await expect(page.getByRole('table')).toHaveCount(0);
    }
    for (const width of [table, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('columnheader')).toHaveText(columns);
      await expect(page.locator('tbody tr > *')).toHaveText(row);
      await expect(card).toHaveCount(0);
    }
  });
}
