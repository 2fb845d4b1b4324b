import { stubCall } from '../support/calls.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { ada, ok, specifiedLists } from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';

const common = {
  ...{ search: 'ada', product: '0198c000-0000-7000-8000-000000000003', plan: 'yearly' },
  ...{ user: ada.id, month: '2026-10' },
};
/** Every way in which a list can be narrowed and sorted. */
const narrowed: Record<string, Record<string, string>> = {
  users: { search: 'ada', role: 'user', isActive: 'false', holds: 'trial', sortBy: 'email' },
  subscriptions: { ...common, status: 'expired', figure: 'churned', sortBy: 'price' },
  payments: { ...common, status: 'failed', figure: 'revenue', sortBy: 'amount' },
};

for (const { path, body } of specifiedLists) {
  const list = path.split('/').at(-1) ?? '';
  test(`an export of ${list} asks for the very rows that the list shows`, async ({
    page,
    stack,
  }) => {
    await arriveAsAdmin(page, stack);
    const stub = await stubCall(page, path, body);
    await stubCall(page, `/admin/users/${ada.id}`, { ...ok, data: ada });
    const query: Record<string, string> = { ...narrowed[list], sortOrder: 'asc' };
    await page.goto(`${path}?${new URLSearchParams(query)}`);
    await expect(page.getByRole('row', { name: /Ada Byron/ })).toBeVisible();

    const asked = page.waitForRequest('**/api/admin/exports');
    await page.route('**/api/admin/exports', (route) =>
      route.fulfill({ json: { ...ok, url: '/api/admin/exports/download?ticket=one' } }),
    );
    await page.route('**/api/admin/exports/download?*', (route) =>
      route.fulfill({ body: 'Id', headers: { 'content-disposition': 'attachment' } }),
    );
    const button = page.getByRole('button', { name: 'Export CSV' });
    await button.press('Enter');
    expect((await asked).postDataJSON()).toEqual({ list, query });
    await expect(page.getByText('Your download has started')).toBeVisible();
    await expect(button).toBeFocused();
    const { page: _, pageSize: __, ...shown } = Object.fromEntries(stub.asked.at(-1) ?? []);
    expect(shown).toEqual(query);
  });
}
