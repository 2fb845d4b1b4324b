import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open, reload } from '../../testing/open.tsx';
import { inMain, press, rendered, texts, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { idOf, ok, productChoice } from '../../testing/specified-lists.ts';

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

beforeEach(() => {
  signIn();
});

test('payments are listed with date, product, plan, amount and status', async () => {
  const stub = stubCall('/user/payments', { ...ok, payments });
  open('/user/payments');
  await screen.findByRole('table');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Payment History');
  expect(texts(screen.getAllByRole('columnheader'))).toEqual([
    ...['Date', 'Product', 'Plan', 'Amount', 'Status'],
  ]);
  expect(texts(inMain('tbody tr'))).toEqual(
    ['Success', 'Pending', 'Failed', 'Refunded', 'Success'].map((look, n) => {
      const day = n === 4 ? 'Invalid Date' : '09/03/2036';
      const back = look === 'Refunded' ? '£1,350.00 refunded' : '';
      return expect.stringMatching(
        new RegExp(`^${day}Complete BundleYearly£1,350\\.00${back}${look}`),
      );
    }),
  );
  expect(stub.asked.map(String)).toEqual(['']);
  stub.body = { ...ok, payments: [] };
  reload();
  await screen.findByText('No payment history found.');
  expect(screen.getByText('Your payments will be listed here.')).toBeVisible();
  open('/user/payments?search=nothing');
  await screen.findByText('No payments match your current filters.');
});

const searchBox = () => screen.getByRole('searchbox');
const from = () => screen.getByLabelText<HTMLInputElement>('Date From');
const to = () => screen.getByLabelText<HTMLInputElement>('Date To');
const product = () => screen.getByLabelText<HTMLSelectElement>('Product');
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('the search waits half a second, and every filter is sent, kept and reset', async () => {
  const stub = stubCall('/user/payments', { ...ok, payments });
  const last = () => Object.fromEntries(stub.asked.at(-1) ?? []);
  vi.useFakeTimers();
  open('/user/payments');
  await screen.findByRole('table');
  expect(inMain('tbody tr')).toHaveLength(payments.length);

  vi.setTimerTickMode('manual');
  fill(searchBox(), 'cat');
  await vi.advanceTimersByTimeAsync(490);
  await rendered();
  expect(stub.asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20);
  vi.setTimerTickMode('interval');
  await waitFor(() => expect(last()).toEqual({ search: 'cat' }));

  fill(from(), '2026-03-09');
  await waitFor(() => expect(last()).toEqual({ search: 'cat', date_from: '2026-03-09' }));
  expect(to()).toHaveAttribute('min', '2026-03-09');
  const asked = stub.asked.length;
  fill(to(), '2026-03-08');
  await screen.findByText('Date To cannot be earlier than Date From');
  fill(to(), '2026-03-09');
  await waitFor(() =>
    expect(last()).toEqual({ search: 'cat', date_from: '2026-03-09', date_to: '2026-03-09' }),
  );
  expect(stub.asked).toHaveLength(asked + 1);

  const [key, ...options] = productChoice;
  expect(texts(product().options)).toEqual(options.map(([label]) => label));
  for (const [label, id] of options.slice(1)) {
    await user.selectOptions(product(), label);
    await waitFor(() => expect(last()[key]).toBe(id));
  }
  reload();
  await screen.findByRole('table');
  expect(searchBox()).toHaveValue('cat');
  expect(to()).toHaveValue('2026-03-09');
  expect(product()).toHaveValue(String(options.at(-1)?.[1]));

  await press(/reset/i);
  await waitFor(() => expect(last()).toEqual({}));
  expectNoFilter();
  expect(product()).toHaveValue('all');

  // What was typed and refused, or has not been sent yet, goes with the rest.
  fill(from(), '2026-03-09');
  await waitFor(() => expect(last()).toEqual({ date_from: '2026-03-09' }));
  fill(to(), '2026-03-08');
  // What was asked for before is not at hand any more.
  await vi.advanceTimersByTimeAsync(60_000);
  const reset = screen.getByRole('button', { name: /reset/i });
  vi.setTimerTickMode('manual');
  fill(searchBox(), 'cat');
  fireEvent.click(reset);
  await rendered();
  await vi.advanceTimersByTimeAsync(1000);
  vi.setTimerTickMode('interval');
  await waitFor(() => expect(last()).toEqual({}));
  expectNoFilter();
  expect(from()).toHaveValue('');
});

function expectNoFilter(): void {
  expect(window.location.pathname + window.location.search).toBe('/user/payments');
  expect(searchBox()).toHaveValue('');
  expect(to()).toHaveValue('');
}
