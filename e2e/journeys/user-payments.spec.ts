import { ok } from '../../web/app/testing/specified-lists.ts';
import { stubCall } from '../support/calls.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('dates can be typed digit by digit', async ({ page, stack }) => {
  await arrive(page, stack);
  await stubCall(page, '/user/payments', { ...ok, payments: [] });
  await page.goto('/user/payments');
  for (const [label, name, digits] of [
    ['Date From', 'date_from', '03032026'],
    ['Date To', 'date_to', '04042026'],
  ] as const) {
    await page.getByLabel(label).focus();
    await page.keyboard.type(digits, { delay: 40 });
    const date = digits.replace(/(..)(..)(....)/, '$3-$2-$1');
    await expect(page.getByLabel(label)).toHaveValue(date);
    await expect(page).toHaveURL((url) => url.searchParams.get(name) === date);
  }
});
