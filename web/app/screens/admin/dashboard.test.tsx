import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open, reload } from '../../testing/open.tsx';
import { figure, inMain, press, texts, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { specifiedLists } from '../../testing/specified-lists.ts';
import { toasts } from '../../testing/toasts.ts';
import { dashboardAnswer, months, noCancellations } from '../../testing/twelve-months.ts';

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

beforeEach(() => {
  signIn('admin');
  stubCall('/admin/cancellations', noCancellations);
});

/** Opens the dashboard, and waits until its figures are there. */
async function openDashboard(query = '') {
  const stub = stubCall('/admin/dashboard-stats', dashboardAnswer);
  open(`/admin/dashboard${query}`);
  await screen.findByRole('link', { name: '5 users on trial' });
  return stub;
}

test('the dashboard says its figures, what they count, and how they grew', async () => {
  await openDashboard();
  expect(screen.getByRole('heading', { name: 'Welcome back, Amara' })).toBeVisible();
  expect(figure('Active Users')).toBe('1,234 active users');
  expect(figure('Trial Users')).toBe('5 users on trial');
  expect(figure('Active Subscriptions')).toBe('7 active subscriptions');
  expect(figure('Total Revenue')).toBe('£6,600.00 of revenue');
  const cards = texts(inMain('dl > div'));
  expect(cards[0]).toContain('+4.2% from last month');
  expect(cards[1]).toContain('New from last month');
  expect(cards[2]).toContain('0% from last month');
  expect(cards[3]).toContain('-3.1% from last month');
  expect(screen.getByText('No payments found')).toBeVisible();
  for (const [name, words] of Object.entries(explained)) {
    const about = screen.getByRole('button', { name: `About ${name}` });
    expect(about).toHaveAccessibleDescription(words);
  }
  const main = within(screen.getByRole('main'));
  for (const [name, path] of Object.entries(leading)) {
    expect(main.getByRole('link', { name })).toHaveAttribute('href', path);
  }

  // A month without a figure has words, which lead nowhere.
  const { parentElement } = screen.getByRole('heading', { name: /^Trial Conversion/ });
  expect(parentElement).toHaveTextContent('No trialsended this month');
  expect(within(parentElement as HTMLElement).queryAllByRole('link')).toEqual([]);
  // Each month has its tick and its name.
  const names = 'Dec Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov'.split(' ');
  for (const drawing of inMain('figure')) {
    expect(texts(drawing.querySelectorAll('[aria-hidden] > span'))).toEqual(names);
  }
  expect(inMain('figure')).toHaveLength(4);
  // Stretched to its card, or its months would not stand above their names.
  for (const drawing of inMain('figure svg')) {
    expect(drawing).toHaveAttribute('preserveAspectRatio', 'none');
  }
});

test('what is zero, or is not known, draws nothing', async () => {
  await openDashboard();
  const bars = (name: RegExp) => screen.getByRole('img', { name }).querySelectorAll('rect');
  expect(bars(/^Revenue/)).toHaveLength(11);
  expect(bars(/^Churn/)).toHaveLength(1);
  expect(bars(/^Trial Conversion/)).toHaveLength(1);
  // The line begins with the second month, the first that has something.
  const recurring = screen.getByRole('img', { name: /^Monthly Recurring Revenue/ });
  const line = recurring.querySelector('path[fill="none"]')?.getAttribute('d') ?? '';
  expect(line).toMatch(/^M 12\.5 /);
  expect(line.match(/ L /g)).toHaveLength(10);
});

test('drawings are told in words, and stand in a table', async () => {
  await openDashboard();
  for (const [name, values] of Object.entries(drawn)) {
    const words = `${name}, December 2025 to November 2026: ${values.join(', ')}`;
    expect(screen.getByRole('img', { name: words })).toBeVisible();
  }
  screen.getByRole('radio', { name: 'Charts' }).focus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(window.location.search).toBe('?view=table'));
  await screen.findByRole('row', { name: /^October 2026/ });
  expect(texts(screen.getAllByRole('columnheader'))).toEqual([
    ...['Month', 'Revenue', 'Recurring', 'Subscribers', 'Ended', 'Churn'],
    ...['Trials ended', 'Paid for', 'Conversion'],
  ]);
  const shown = texts(inMain('tbody tr > *')).map((text) => text.replace(/ \D.*, \w+ \d+$/, ''));
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
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
  }
  reload();
  await screen.findByRole('row', { name: /^October 2026/ });
});

test('where there was nothing yet, that is said in place of a grid', async () => {
  const nothing = {
    ...{ revenue: 0, recurring_revenue: 0, churned: 0, churn: null },
    ...{ trials_ended: 0, trials_converted: 0, conversion: null },
  };
  const empty = months.map((month) => ({ ...month, ...nothing }));
  stubCall('/admin/dashboard-stats', {
    ...dashboardAnswer,
    data: { ...dashboardAnswer.data, months: empty },
  });
  open('/admin/dashboard');
  expect(await screen.findAllByText('None yet')).toHaveLength(4);
  expect(inMain('figure svg')).toEqual([]);
  for (const phrase of ['No subscribers', 'No trials']) {
    expect(screen.getByText(phrase).closest('a')).toBeNull();
  }
});

test('without figures there are dashes and another try', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const stub = stubCall('/admin/dashboard-stats', dashboardAnswer);
  stub.status = 500;
  open('/admin/dashboard');
  await screen.findByText('The latest figures could not be loaded.');
  expect(figure('Total Revenue')).toBe('–Not known');
  expect(toasts()).toEqual([]);
  stub.status = 200;
  await press('Try again');
  await waitFor(() => expect(figure('Total Revenue')).toContain('£6,600.00'));
});

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

test.each(ways)(
  'the figure %s leads to its rows, and a chip says which and takes the filter off',
  async (link, path, query, words) => {
    const rows = stubCall(path, specifiedLists.find((list) => list.path === path)?.body);
    await openDashboard('?view=table');
    await press(link, 'link');
    const name = `${words} (remove this filter)`;
    const chip = await screen.findByRole('button', { name });
    await waitFor(() => expect(rows.asked).not.toEqual([]));
    expect(Object.fromEntries(rows.asked[0] ?? [])).toMatchObject(query);
    chip.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    expect(window.location.pathname + window.location.search).toBe(path);
  },
);
