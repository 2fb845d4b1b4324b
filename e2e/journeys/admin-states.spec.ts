import type { Page } from '@playwright/test';
import { holdCall, type Stub, stubCall } from '../support/calls.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { figure } from '../support/figure.ts';
import { trickyNames } from '../support/people.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const id = (number: number) => `019fa1c2-0000-7000-8000-00000000000${number}`;
const longEmail = `${'very-long-address.'.repeat(4)}name@a-hospital-with-a-long-name.nhs.test`;
const product = { name: 'Complete Bundle', description: 'Portfolio Builder and Cataract Connect' };

const users = trickyNames.map((name, index) => ({
  ...name,
  id: id(index),
  email: index === 0 ? longEmail : `person${index}@hospital.test`,
  role: index === 1 ? 'admin' : 'user',
  isActive: index !== 2,
  created_at: index === 2 ? 'not a date' : '2026-03-09T12:00:00.000Z',
}));
const subscriptions = users.map((user, index) => ({
  id: id(index),
  user,
  product,
  pricing_plan: { plan_name: 'Monthly', billing_cycle: 'monthly', price: 35 },
  status: ['active', 'trial', 'expired'][index],
  trial_end_date: index === 1 ? 'not a date' : null,
  start_date: '2026-03-09T12:00:00.000Z',
  end_date: index === 2 ? 'not a date' : null,
}));
const payments = users.map((user, index) => ({
  id: id(index),
  user,
  subscription: { product, pricing_plan: { plan_name: 'Yearly', billing_cycle: 'yearly' } },
  amount: 1234.5,
  payment_date: user.created_at,
  status: ['success', 'pending', 'failed'][index],
}));
const ends = { next: null, previous: null };

const lists = [
  {
    name: 'users',
    fields: (rows: unknown[]) => ({ data: { users: rows, ...ends } }),
    rows: users,
    derived: { 'Total Users': '3', 'Active Users': '2', 'Inactive Users': '1', Admins: '1' },
    calm: 'No users match your current filters.',
  },
  {
    name: 'subscriptions',
    fields: (rows: unknown[]) => ({ subscriptions: rows, ...ends }),
    rows: subscriptions,
    derived: { Total: '3', Active: '1', Trial: '1' },
    calm: 'Subscriptions appear here as customers subscribe.',
  },
  {
    name: 'payments',
    fields: (rows: unknown[]) => ({ payments: rows, ...ends }),
    rows: payments,
    derived: {
      'Successful Payments': '£1,234.50',
      'Pending Payments': '£1,234.50',
      'Failed Payments': '1',
    },
    calm: 'Payments appear here as they are made.',
  },
];

async function expectFigures(page: Page, figures: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(figures)) {
    await expect(figure(page, name)).toHaveText(value ?? '');
  }
}

const failures: { name: string; set: (stub: Stub) => void }[] = [
  ...[403, 404, 500].map((status) => ({
    name: String(status),
    set: (stub: Stub) => Object.assign(stub, { status, offline: false }),
  })),
  { name: 'offline', set: (stub: Stub) => Object.assign(stub, { offline: true }) },
];

for (const { name, fields, rows, derived, calm } of lists) {
  test(`the list of ${name} holds in every state`, async ({ page, stack }) => {
    const path = `/admin/${name}`;
    const of = (some: unknown[]) => ({ success: true, message: '', ...fields(some) });
    await arriveAsAdmin(page, stack);

    await test.step('loading', async () => {
      const release = await holdCall(page, `${path}?*`);
      await page.goto(path);
      await expect(page.getByText('Loading', { exact: true })).toBeAttached();
      await expectAccessibleHere(page, [320, 1024]);
      release();
      await page.unrouteAll({ behavior: 'wait' });
    });

    const stub = await stubCall(page, path, of([]));
    await test.step('nothing there, and nothing that matches', async () => {
      await page.goto(path);
      await expect(page.getByText(`No ${name} found`)).toBeVisible();
      await expect(page.getByText(calm)).toBeVisible();
      await page.getByPlaceholder('Search by user...').fill('nobody');
      await expect(page.getByText(`No ${name} match your current filters.`)).toBeVisible();
      await expectAccessibleHere(page, [320]);
      await page.getByRole('button', { name: 'Reset filters' }).last().click();
      await expect(page.getByPlaceholder('Search by user...')).toHaveValue('');
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    });

    for (const failure of failures) {
      await test.step(`failing: ${failure.name}`, async () => {
        failure.set(stub);
        stub.body = { success: false, message: 'refused', error: 'refused', data: null };
        const before = stub.asked.length;
        if (failure === failures[0]) await page.goto(path);
        else await page.getByRole('button', { name: 'Try again' }).click();
        await expect.poll(() => stub.asked.length).toBeGreaterThan(before);
        await expect(page.getByText('The list could not be loaded.')).toBeVisible();
        await expect(page.getByText(`No ${name} found`)).toHaveCount(0);
        for (const card of Object.keys(derived)) {
          await expect(figure(page, card)).toHaveText('–Not known');
        }
        await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
        if (failure === failures[0]) await expectAccessibleHere(page, [320, 1024]);
      });
    }

    await test.step('another try brings the rows, and figures derived from them', async () => {
      Object.assign(stub, { status: 200, offline: false, body: of(rows) });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('row')).toHaveCount(4);
      await expectFigures(page, derived);
    });

    await test.step('long, right-to-left and hostile names, and dates that are none', async () => {
      const bobby = page.getByRole('row', { name: /Bobby/ });
      await expect(bobby).toContainText('<b>Bobby</b> <img src=x onerror=alert(1)>');
      await expect(bobby).toContainText('Invalid Date');
      await expect(page.getByRole('link', { name: 'محمد عبد الرحمن الخطيب' })).toBeVisible();
      await expectAccessibleHere(page);
      await expect(page.locator('main img')).toHaveCount(0);
    });
  });
}
