import { stubCall } from '../support/calls.ts';
import { arrive } from '../support/session.ts';
import { idOf, ok, productChoice } from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';

const payments = ['success', 'pending', 'failed', 'refunded', 'success'].map((status, n) => ({
  ...{ id: idOf(n), payment_date: '2036-03-09T12:00:00.000Z', amount: 1350 },
  ...{ status, refunded: status === 'refunded' ? 1350 : 0 },
  subscription: {
    product: { name: 'Complete Bundle' },
    pricing_plan: { plan_name: 'Yearly' },
  },
}));
// A date that cannot be read is no reason to leave the payment out.
Object.assign(payments[4] ?? {}, { payment_date: 'some day' });

test('payments are listed with date, product, plan, amount and status', async ({ page, stack }) => {
  await arrive(page, stack);
  const stub = await stubCall(page, '/user/payments', { ...ok, payments });
  await page.goto('/user/payments');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment History');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Product',
    'Plan',
    'Amount',
    'Status',
  ]);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveText(
    ['Success', 'Pending', 'Failed', 'Refunded', 'Success'].map((look, n) => {
      const day = n === 4 ? 'Invalid Date' : '09/03/2036';
      const back = look === 'Refunded' ? '£1,350.00 refunded' : '';
      return new RegExp(`^${day}Complete BundleYearly£1,350\\.00${back}${look}`);
    }),
  );
  expect(stub.asked.map(String)).toEqual(['']);
  stub.body = { ...ok, payments: [] };
  await page.reload();
  await expect(page.getByText('No payment history found.', { exact: true })).toBeVisible();
});

test('the search waits half a second, and every filter is sent, kept and reset', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  const stub = await stubCall(page, '/user/payments', { ...ok, payments });
  await page.clock.install();
  await page.goto('/user/payments');
  await expect(page.locator('tbody tr')).toHaveCount(payments.length);
  const last = () => Object.fromEntries(stub.asked.at(-1) ?? []);

  const search = page.getByPlaceholder('Search payments...');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await search.fill('cat');
  await page.clock.runFor(490);
  // Had the search gone out, it would have done so before this is answered.
  await page.evaluate("fetch('/favicon.svg').then((answer) => answer.status)");
  expect(stub.asked).toHaveLength(1);
  await page.clock.runFor(20);
  await expect.poll(last).toEqual({ search: 'cat' });
  await page.clock.resume();

  const from = page.getByLabel('Date From');
  const to = page.getByLabel('Date To');
  await from.fill('2026-03-09');
  await expect.poll(last).toEqual({ search: 'cat', date_from: '2026-03-09' });
  await expect(to).toHaveAttribute('min', '2026-03-09');
  const asked = stub.asked.length;
  await to.fill('2026-03-08');
  await expect(page.getByText('Date To cannot be earlier than Date From')).toBeVisible();
  await to.fill('2026-03-09');
  await expect.poll(last).toEqual({
    ...{ search: 'cat', date_from: '2026-03-09', date_to: '2026-03-09' },
  });
  expect(stub.asked.length).toBe(asked + 1);

  const [key, ...options] = productChoice;
  const product = page.getByLabel('Product', { exact: true });
  await expect(product.locator('option')).toHaveText(options.map(([label]) => label));
  for (const [label, id] of options.slice(1)) {
    await product.selectOption(label);
    await expect.poll(() => last()[key]).toBe(id);
  }
  await page.reload();
  await expect(search).toHaveValue('cat');
  await expect(to).toHaveValue('2026-03-09');
  await expect(product).toHaveValue(String(options.at(-1)?.[1]));

  const reset = page.getByRole('button', { name: /reset/i });
  await reset.click();
  await expect(page).toHaveURL(/\/user\/payments$/);
  await expect.poll(last).toEqual({});
  await expect(search).toHaveValue('');
  await expect(to).toHaveValue('');
  await expect(product).toHaveValue('all');

  // What was typed and refused, or has not been sent yet, goes with the rest.
  await from.fill('2026-03-09');
  await expect.poll(last).toEqual({ date_from: '2026-03-09' });
  await to.fill('2026-03-08');
  await page.clock.pauseAt(Date.now() + 7_200_000);
  await search.fill('cat');
  await reset.click();
  await expect(page).toHaveURL(/\/user\/payments$/);
  await page.clock.runFor(1000);
  await page.clock.resume();
  await expect.poll(last).toEqual({});
  await expect(page).toHaveURL(/\/user\/payments$/);
  await expect(search).toHaveValue('');
  await expect(from).toHaveValue('');
  await expect(to).toHaveValue('');
});

test('dates can be typed digit by digit', async ({ page, stack }) => {
  await arrive(page, stack);
  await stubCall(page, '/user/payments', { ...ok, payments });
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
