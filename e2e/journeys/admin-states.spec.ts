import { oddLists } from '../../web/app/testing/odd-lists.ts';
import { holdCall, stubCall } from '../support/calls.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

for (const { name, answer, rows } of oddLists) {
  test(`the list of ${name} is accessible in every state`, async ({ page, stack }) => {
    const path = `/admin/${name}`;
    await arriveAsAdmin(page, stack);

    await test.step('loading', async () => {
      const release = await holdCall(page, `${path}?*`);
      await page.goto(path);
      await expect(page.getByText('Loading', { exact: true })).toBeAttached();
      await expectAccessibleHere(page, [320, 1024]);
      release();
      await page.unrouteAll({ behavior: 'wait' });
    });

    const stub = await stubCall(page, path, answer([]));
    await test.step('nothing that matches', async () => {
      await page.goto(`${path}?search=nobody`);
      await expect(page.getByText(`No ${name} match your current filters.`)).toBeVisible();
      await expectAccessibleHere(page, [320]);
    });

    await test.step('failing', async () => {
      stub.status = 500;
      await page.goto(path);
      await expect(page.getByText('The list could not be loaded.')).toBeVisible();
      await expectAccessibleHere(page, [320, 1024]);
    });

    await test.step('long, right-to-left and hostile names, and dates that are none', async () => {
      Object.assign(stub, { status: 200, body: answer(rows) });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('row')).toHaveCount(4);
      await expectAccessibleHere(page);
    });
  });
}
