import { comparison, events, failures } from '../../web/app/testing/operations.ts';
import { stubCall } from '../support/calls.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { somebody } from '../support/people.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('the audit log is narrowed by action, person and target', async ({ page, stack }) => {
  const stranger = somebody().email;
  await page.goto('/login');
  await page.getByLabel('Email').fill(stranger);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('form').getByText('Invalid credentials')).toBeVisible();
  await arriveAsAdmin(page, stack, { anew: true });
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: /^Audit Log/ }).click();
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Action', 'Who', 'Target', 'From', 'When'],
  ]);
  const entry = page.getByRole('row', { name: /Logged in.*Amara Osei/ }).first();
  await expect(entry.locator('> *')).toHaveText([
    ...['Logged inpassword', 'Amara Oseiadmin@demo.test', 'None', /^[\d.:a-f]+$/],
    /^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/,
  ]);
  await expectAccessibleHere(page, [320, 1280]);

  await page.getByLabel('Action').selectOption('Login refused');
  await expect(page).toHaveURL(/\?action=login\.refused$/);
  await page.getByLabel(/^Search by target/).fill(stranger);
  await expect(page.getByRole('row', { name: /Login refused/ })).toHaveText([
    new RegExp(`Not logged in.*${stranger}`),
  ]);
  await page.getByLabel(/^Search by target/).fill('nobody@hospital.test');
  await expect(page.getByText('No entries match your current filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).last().click();

  await page.getByRole('link', { name: 'Amara Osei' }).first().click();
  const chip = page.getByRole('button', { name: 'By Amara Osei (remove this filter)' });
  await expect(chip).toBeVisible();
  await expect(page.getByText('Not logged in')).toHaveCount(0);
  await chip.click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
});

test('operations are accessible, full, under way and failed', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  const open = await stubCall(page, '/admin/events', events.first);
  const run = await stubCall(page, '/admin/reconciliation', comparison.last);
  await stubCall(page, '/admin/failures', failures.some);
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: /^Operations/ }).click();
  await expect(page.getByText('Compared 1,200 customers with Stripe')).toBeVisible();
  for (const name of [
    'Differences',
    'Open webhooks',
    'Jobs that gave up',
    'Refused webhooks',
    'Logins held back',
  ]) {
    await expect(page.getByRole('table', { name })).toBeVisible();
  }
  await expectAccessibleHere(page, [320, 768, 1024, 1280, 1440]);

  run.body = comparison.none;
  open.status = 500;
  await page.reload();
  await expect(page.getByText('No comparison has run yet')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Server error. Please try again later.');
  await expectAccessibleHere(page, [320]);
});
