import { stubCall } from '../support/calls.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { figure } from '../support/figure.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const names = [
  '2025-12',
  ...Array.from({ length: 11 }, (_, index) => `2026-${`0${index + 1}`.slice(-2)}`),
];
const months = names.map((month, index) => ({
  month,
  revenue: index * 100,
  recurring_revenue: index * 50,
  subscribers: index,
  churned: index === 10 ? 2 : 0,
  churn: index === 0 ? null : index === 10 ? 12.5 : 0,
  trials_ended: index === 10 ? 4 : 0,
  trials_converted: index === 10 ? 3 : 0,
  conversion: index === 10 ? 75 : null,
  rows: {
    revenue: `/admin/payments?figure=revenue&month=${month}`,
    churned: `/admin/subscriptions?figure=churned&month=${month}`,
    trials_ended: `/admin/subscriptions?figure=trial-ended&month=${month}`,
    trials_converted: `/admin/subscriptions?figure=trial-converted&month=${month}`,
  },
}));
const answer = {
  success: true,
  message: '',
  data: {
    active_users: { count: 1234, growth: 4.2, rows: '/admin/users?isActive=true' },
    trial_users: { count: 5, growth: null, rows: '/admin/users?holds=trial' },
    active_subscriptions: { count: 7, growth: 0, rows: '/admin/subscriptions?status=active' },
    total_revenue: { amount: 6600, growth: -3.1, rows: '/admin/payments?figure=revenue' },
    recurring_revenue: { amount: 550, growth: 10, rows: '/admin/subscriptions?figure=recurring' },
    months,
    recent_payments: [],
  },
};

/** What stands beside each figure about what it counts, and with what it is compared. */
const explained: Record<string, RegExp> = {
  'Active Users': /^Accounts that may log in now\. Compared with the end of last month\.$/,
  'Trial Users': /^People with .* on trial now\. Compared with the end of last month\.$/,
  'Active Subscriptions': /^Subscriptions .* active now\. Compared with the end of last month\.$/,
  'Total Revenue': /succeeded, less what was given back.* this month so far with the same days of/,
  'Monthly Recurring Revenue': /paid for.* each month.* a twelfth.* the end of last month\.$/,
  Revenue: /^Payments of the month that succeeded, less what was given back\.$/,
  Churn: /^Of the paid subscriptions at the start of the month, the share that ended in it\.$/,
  'Trial Conversion': /^Of the trials that ended in the month, the share that .* was paid for\.$/,
};

const pounds = (amount: number) =>
  `£${amount.toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;

/** What each drawing says, the oldest month first. */
const drawn: Record<string, string[]> = {
  'Monthly Recurring Revenue': months.map((_, index) => pounds(index * 50)),
  Revenue: months.map((_, index) => pounds(index * 100)),
  Churn: months.map((_, index) => (index === 0 ? 'No subscribers' : index === 10 ? '12.5%' : '0%')),
  'Trial Conversion': months.map((_, index) => (index === 10 ? '75%' : 'No trials')),
};

/** The figures that are links beside the drawings and on the cards, and where they lead. */
const leading: Record<string, string> = {
  '1,234 active users': '/admin/users?isActive=true',
  '5 users on trial': '/admin/users?holds=trial',
  '7 active subscriptions': '/admin/subscriptions?status=active',
  '£6,600.00 of revenue': '/admin/payments?figure=revenue',
  '£550.00 of recurring revenue': '/admin/subscriptions?figure=recurring',
  '£1,100.00 of revenue this month': '/admin/payments?figure=revenue&month=2026-11',
  '0% ended this month': '/admin/subscriptions?figure=churned&month=2026-11',
};

test('the dashboard says its figures, what they count, and how they grew', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  const stub = await stubCall(page, '/admin/dashboard-stats', answer);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome back, Amara' })).toBeVisible();
  await expect(figure(page, 'Active Users')).toHaveText('1,234 active users');
  await expect(figure(page, 'Trial Users')).toHaveText('5 users on trial');
  await expect(figure(page, 'Active Subscriptions')).toHaveText('7 active subscriptions');
  await expect(figure(page, 'Total Revenue')).toHaveText('£6,600.00 of revenue');
  const cards = page.locator('dl > div');
  await expect(cards.nth(0)).toContainText('+4.2% from last month');
  await expect(cards.nth(1)).toContainText('New from last month');
  await expect(cards.nth(2)).toContainText('0% from last month');
  await expect(cards.nth(3)).toContainText('-3.1% from last month');
  await expect(page.getByText('No payments found')).toBeVisible();
  for (const [name, words] of Object.entries(explained)) {
    const about = page.getByRole('button', { name: `About ${name}`, exact: true });
    await expect(about).toHaveAccessibleDescription(words);
  }
  for (const [name, path] of Object.entries(leading)) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', path);
  }

  // A month without a figure has words, which lead nowhere.
  const conversion = page.getByRole('heading', { name: 'Trial Conversion' }).locator('..');
  await expect(conversion).toContainText('No trialsended this month');
  await expect(conversion.getByRole('link')).toHaveCount(0);
  // What is zero draws nothing, and each month has its tick.
  const churned = page.getByRole('img', { name: /^Churn/ });
  await expect(churned.locator('rect')).toHaveCount(1);
  await expect(page.locator('figure').nth(2).locator('[aria-hidden] > span')).toHaveCount(12);

  await test.step('the explanations are reached and left by keyboard', async () => {
    const about = page.getByRole('button', { name: 'About Trial Users' });
    await about.focus();
    await page.keyboard.press('Enter');
    const bubble = page.getByText('People with a subscription on trial now.');
    await expect(bubble).toBeVisible();
    const below = (await figure(page, 'Trial Users').boundingBox())?.y ?? 0;
    const { y = 0, height = 0 } = (await bubble.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(below);
    await expectAccessibleHere(page, [320, 1280]);
    await page.keyboard.press('Escape');
    await expect(page.getByText('People with a subscription on trial now.')).toBeHidden();
    await expect(about).toBeFocused();
  });

  await test.step('drawings are told in words, and stand in a table', async () => {
    for (const [name, values] of Object.entries(drawn)) {
      const words = `${name}, December 2025 to November 2026: ${values.join(', ')}`;
      await expect(page.getByRole('img', { name: words, exact: true })).toBeVisible();
    }
    await page.getByRole('radio', { name: 'Charts' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/\?view=table$/);
    const october = page.getByRole('row', { name: /^October 2026/ });
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['Month', 'Revenue', 'Recurring', 'Subscribers', 'Ended', 'Churn'],
      ...['Trials ended', 'Paid for', 'Conversion'],
    ]);
    const cells = page.locator('tbody tr > *');
    const shown = (await cells.allTextContents()).map((text) =>
      text.replace(/ \D.*, \w+ \d+$/, ''),
    );
    expect(shown.slice(0, 18)).toEqual([
      ...['November 2026', '£1,100.00', '£550.00', '11', '0', '0%', '0', '0', 'No trials'],
      ...['October 2026', '£1,000.00', '£500.00', '10', '2', '12.5%', '4', '3', '75%'],
    ]);
    expect(shown.slice(-9)).toEqual([
      ...['December 2025', '£0.00', '£0.00', '0', '0', 'None', '0', '0', 'No trials'],
    ]);
    expect(shown).toHaveLength(12 * 9);
    for (const [name, path] of [
      ['£1,000.00 revenue, October 2026', '/admin/payments?figure=revenue&month=2026-10'],
      ['2 ended, October 2026', '/admin/subscriptions?figure=churned&month=2026-10'],
    ] as const) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    }
    await expectAccessibleHere(page, [320, 1024]);
    await page.reload();
    await expect(october).toBeVisible();
  });

  await test.step('where there was nothing yet, that is said in place of a grid', async () => {
    const nothing = {
      churned: 0,
      churn: null,
      trials_ended: 0,
      trials_converted: 0,
      conversion: null,
    };
    const empty = months.map((month) => ({
      ...month,
      revenue: 0,
      recurring_revenue: 0,
      ...nothing,
    }));
    stub.body = { ...answer, data: { ...answer.data, months: empty } };
    await page.goto('/admin/dashboard');
    await expect(page.getByText('None yet', { exact: true })).toHaveCount(4);
    stub.body = answer;
  });

  await test.step('without figures there are dashes and another try', async () => {
    stub.status = 500;
    await page.goto('/admin/dashboard');
    await expect(page.getByText('The latest figures could not be loaded.')).toBeVisible();
    await expect(figure(page, 'Total Revenue')).toHaveText('–Not known');
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    stub.status = 200;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(figure(page, 'Total Revenue')).toContainText('£6,600.00');
  });
});

test('each figure leads to its rows, and a chip says which and takes the filter off', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  await stubCall(page, '/admin/dashboard-stats', answer);
  const ways = [
    ['5 users on trial', '/admin/users', { holds: 'trial' }, 'On a trial now'],
    ['£6,600.00 of revenue', '/admin/payments', { figure: 'revenue' }, 'Revenue'],
    [
      '4 trials ended, October 2026',
      '/admin/subscriptions',
      { figure: 'trial-ended', month: '2026-10' },
      'Trial ended in October 2026',
    ],
    [
      '3 paid for, October 2026',
      '/admin/subscriptions',
      { figure: 'trial-converted', month: '2026-10' },
      'Trial ended in October 2026 and was paid for',
    ],
    [
      '£550.00 recurring, November 2026',
      '/admin/subscriptions',
      { figure: 'recurring' },
      'Recurring revenue now',
    ],
  ] as const;
  for (const [link, path, query, words] of ways) {
    await page.goto('/admin/dashboard?view=table');
    const asked = page.waitForRequest(
      (request) => new URL(request.url()).pathname === `/api${path}`,
    );
    await page.getByRole('link', { name: link, exact: true }).click();
    const sent = new URL((await asked).url()).searchParams;
    for (const [key, value] of Object.entries(query)) expect(sent.get(key)).toBe(value);
    const chip = page.getByRole('button', { name: `${words} (remove this filter)` });
    await expect(chip).toBeVisible();
    await chip.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(chip).toHaveCount(0);
  }
});
