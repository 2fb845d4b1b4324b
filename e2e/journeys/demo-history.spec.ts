import type { Page } from '@playwright/test';
import { expectWithin } from '../support/checks.ts';
import { arriveAsAdmin, arriveAsDemoUser } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { usualWidths } from '../support/widths.ts';

/** Whatever the page complains of. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  return complaints;
}

/** Opens a screen, waits for what it shows, and finds nothing cut off at any width. */
async function look(page: Page, path: string, shown: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main')).toContainText(shown);
  for (const width of usualWidths) {
    await expectWithin(page, width);
    await expect(page.getByRole('main')).toContainText(shown);
  }
}

test("an admin of a demo with a past sees its year on every screen, and that Stripe's is the same", async ({
  page,
  stack,
}) => {
  const complaints = complaintsOf(page);
  await arriveAsAdmin(page, stack);
  await look(page, '/admin/dashboard', 'Ifeoma Adeyemi');
  for (const name of ['Monthly Recurring Revenue', 'Revenue', 'Churn', 'Trial Conversion']) {
    const drawn = await page
      .getByRole('img', { name: `${name}, ` })
      .first()
      .getAttribute('aria-label');
    const values = drawn?.split(': ')[1]?.match(/[\d.,]+/g) ?? [];
    expect(new Set(values).size, `${name}: ${drawn}`).toBeGreaterThan(4);
  }
  await look(page, '/admin/users', 'Patrick Nkosi');
  await page.getByRole('link', { name: 'Patrick Nkosi' }).click();
  await expect(page.getByRole('main')).toContainText('Portfolio Builder is on trial until');
  await look(page, '/admin/subscriptions', /\d+ subscriptions/);
  await look(page, '/admin/subscriptions?status=expired', 'Expired');
  await look(page, '/admin/payments?status=failed', 'Failed');
  await look(page, '/admin/payments?status=refunded', 'Refunded');
  await look(page, '/admin/audit', 'Product opened');
  await look(page, '/admin/operations', /Compared \d\d customers with Stripe: nothing differs\./);
  expect(complaints).toEqual([]);
});

test("the demo's user has a year of payments, two plans, and invoices that open", async ({
  page,
  stack,
}) => {
  const complaints = complaintsOf(page);
  await arriveAsDemoUser(page, stack);
  await look(page, '/user/dashboard', 'Portfolio Builder');
  await look(page, '/user/subscriptions', 'Login to Cataract Connect');
  await look(page, '/user/payments', 'Refunded');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Invoice' }).first().click();
  const invoice = await opened;
  await expect(invoice.getByText('Billed to Jonah Reid, user@demo.test')).toBeVisible();
  expect(complaints).toEqual([]);
});
