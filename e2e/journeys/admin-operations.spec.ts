import { stubCall } from '../support/calls.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { somebody } from '../support/people.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const ok = { success: true, message: '' };
const event = (id: string, customer: string | null) => ({
  id,
  type: 'customer.subscription.updated',
  customer,
  created_at: '2026-11-01T10:00:00.000Z',
  received_at: 'not a date',
});

test('the audit log is narrowed by action, person and target', async ({ page, stack }) => {
  const stranger = somebody().email;
  await page.goto('/login');
  await page.getByLabel('Email').fill(stranger);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('form').getByText('Invalid credentials')).toBeVisible();
  await arriveAsAdmin(page, stack);
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: /^Audit Log/ }).click();
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Action', 'Who', 'Target', 'From', 'When'],
  ]);
  const entry = page.getByRole('row', { name: /Logged in Amara Osei/ }).first();
  await expect(entry.locator('> *')).toHaveText([
    ...['Logged in', 'Amara Oseiadmin@demo.test', 'None', /^[\d.:a-f]+$/],
    /^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/,
  ]);
  await expectAccessibleHere(page, [320, 1280]);

  await page.getByLabel('Action').selectOption('Login refused');
  await expect(page).toHaveURL(/\?action=login\.refused$/);
  await page.getByLabel(/^Search by target/).fill(stranger);
  await expect(page.getByRole('row', { name: /Login refused/ })).toHaveText([
    new RegExp(`Not signed in.*${stranger}`),
  ]);
  await page.getByLabel(/^Search by target/).fill('nobody@hospital.test');
  await expect(page.getByText('No entries match your current filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).last().click();

  await page.getByRole('link', { name: 'Amara Osei' }).first().click();
  const chip = page.getByRole('button', { name: 'By Amara Osei (remove this filter)' });
  await expect(chip).toBeVisible();
  await expect(page.getByText('Not signed in')).toHaveCount(0);
  await chip.click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
});

test('open webhooks are sent again, and the last comparison is told', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  const events = await stubCall(page, '/admin/events', {
    ...ok,
    events: [event('evt_1', 'cus_1'), event('evt_2', null)],
    count: 3,
    next: 'evt_2',
  });
  await page.route('**/api/admin/events?*after=evt_2', (route) =>
    route.fulfill({ json: { ...ok, events: [event('evt_3', 'cus_3')], count: 3, next: null } }),
  );
  const report = {
    ...ok,
    unfinished: null,
    run: {
      id: '019fa1c2-0000-7000-8000-00000000000a',
      started_at: '2026-11-01T10:00:00.000Z',
      finished_at: '2026-11-01T10:01:00.000Z',
      checked: 1200,
      found: 2,
      differences: [
        {
          kind: 'payment',
          id: 'ch_1',
          field: 'status',
          ours: 'pending',
          stripe: 'success',
          repaired: true,
        },
        { kind: 'customer', id: 'cus_1', field: 'row', ours: null, stripe: '<b>', repaired: false },
      ],
    },
  };
  const run = await stubCall(page, '/admin/reconciliation', report);
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: /^Operations/ }).click();
  await expect(
    page.getByText('Compared 1,200 customers with Stripe: 2 differences, 1 not repaired.'),
  ).toBeVisible();
  const cards = page.locator('main section dl > div');
  await expect(cards).toHaveText([
    'Open Webhooks3Waiting or failed',
    'Last Comparison01/11/2026, 10:00Runs every hour',
    'Differences Found21 not repaired',
  ]);
  await expect(page.getByText('Began 01/11/2026, 10:00, finished 01/11/2026, 10:01')).toBeVisible();
  const cells = (table: string) => page.getByRole('table', { name: table }).locator('tbody tr > *');
  await expect(cells('Differences')).toHaveText([
    ...['payment, statusch_1', 'pending', 'success', 'Repaired'],
    ...['customer, wholecus_1', 'Nothing', '<b>', 'Not repaired'],
  ]);
  await expect(cells('Open webhooks')).toHaveText([
    ...['customer.subscription.updatedevt_1', 'cus_1', 'Invalid Date', 'Resend'],
    ...['customer.subscription.updatedevt_2', 'None', 'Invalid Date', 'Nothing to do'],
  ]);
  await expectAccessibleHere(page, [320, 1280]);

  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('table', { name: 'Open webhooks' })).toContainText('evt_3');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);

  await stubCall(page, '/admin/events/evt_1/resend', ok);
  events.body = { ...ok, events: [], count: 0, next: null };
  await page
    .getByRole('button', { name: 'Resend customer.subscription.updated, evt_1' })
    .press('Enter');
  await expect(page.getByText('The event was queued again')).toBeVisible();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();

  const unfinished = { started_at: '2026-11-01T11:00:00.000Z', checked: 1 };
  run.body = { ...report, unfinished };
  await page.reload();
  const underWay =
    'A comparison that began 01/11/2026, 11:00 has not finished: 1 customer compared so far. It runs now, or it broke off.';
  await expect(page.getByText(underWay)).toBeVisible();
  await expect(cells('Differences')).toHaveCount(8);
  run.body = { ...ok, run: null, unfinished };
  await page.reload();
  await expect(page.getByText('No comparison has finished yet')).toBeVisible();
  await expect(page.getByText(underWay)).toBeVisible();

  run.body = { ...ok, run: null, unfinished: null };
  events.status = 500;
  await page.reload();
  await expect(page.getByText('No comparison has run yet')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Server error. Please try again later.');
  await expectAccessibleHere(page, [320]);
});

test('jobs that gave up are tried again, and refused webhooks are told with their reason', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  const at = '2026-11-01T10:00:00.000Z';
  const job = (id: string, name: string, about: string | null, tries: number) => ({
    ...{ id: `019fa1c2-0000-7000-8000-00000000000${id}`, name, about, tries },
    ...{ error: 'connect ECONNREFUSED 127.0.0.1:1025', failed_at: at },
  });
  const failures = await stubCall(page, '/admin/failures', {
    ...ok,
    jobs: [job('a', 'send-email', 'welcome:1', 41), job('b', 'send-reset-link', null, 1)],
    count: 102,
    webhooks: [
      { cause: 'forged', count: 1200, first_at: at, last_at: at },
      { cause: 'future', count: 1, first_at: at, last_at: at },
    ],
  });
  await page.goto('/admin/operations');
  const cells = (table: string) => page.getByRole('table', { name: table }).locator('tbody tr > *');
  const error = 'connect ECONNREFUSED 127.0.0.1:1025';
  await expect(cells('Jobs that gave up')).toHaveText([
    ...['Send a mailwelcome:1', `${error}Tried 41 times`, '01/11/2026, 10:00', 'Try again'],
    `Send a link to set a password${job('b', '', null, 1).id}`,
    ...[`${error}Tried once`, '01/11/2026, 10:00', 'Try again'],
  ]);
  await expect(page.getByText('and 100 more')).toBeVisible();
  await expect(cells('Refused webhooks')).toHaveText([
    "Signature does not fitThe webhook secret is not the endpoint's in Stripe, or it is not from Stripe.",
    ...['1,200', '01/11/2026, 10:00', '01/11/2026, 10:00'],
    "Signed in the futureThis server's clock is behind.",
    ...['1', '01/11/2026, 10:00', '01/11/2026, 10:00'],
  ]);
  await expectAccessibleHere(page, [320, 768, 1024, 1440]);

  const one = await stubCall(page, `/admin/jobs/${job('a', '', null, 1).id}/retry`, {
    ...ok,
    message: 'Job queued again',
  });
  await page.getByRole('button', { name: 'Try again: Send a mail, welcome:1' }).press('Enter');
  await expect(page.getByText('Job queued again')).toBeVisible();
  expect(one.status).toBe(200);

  await stubCall(page, '/admin/jobs/retry', { ...ok, message: 'Jobs queued again' });
  failures.body = { ...ok, jobs: [], count: 0, webhooks: [] };
  await page.getByRole('button', { name: 'Try all again' }).click();
  await expect(page.getByText('Jobs queued again')).toBeVisible();
  await expect(page.getByText('Nothing has given up')).toBeVisible();
  await expect(page.getByText('None was refused')).toBeVisible();

  failures.status = 500;
  await page.reload();
  await expect(page.getByRole('alert')).toHaveCount(2);
});
