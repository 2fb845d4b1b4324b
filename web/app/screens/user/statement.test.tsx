import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { inMain, press, texts, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { idOf, ok } from '../../testing/specified-lists.ts';
import { toasts } from '../../testing/toasts.ts';

const paid = {
  paid_to: ['Fernlea Health Ltd', 'Registered office: 14 Larch Row, Bristol BS1 0XX'],
  paid_by: { name: 'Priya Nair', email: 'priya@hospital.test' },
  payments: [
    { id: idOf(1), date: '2036-05-09T12:00:00.000Z', service: 'Cataract Connect, Monthly' },
    { id: idOf(2), date: '2036-06-09T12:00:00.000Z', service: 'Cataract Connect, Monthly' },
  ].map((one, n) => ({
    ...{ ...one, amount: 14.99, refunded: n === 0 ? 0 : 4.99 },
    ...(n === 0 ? { credit: 10, vat: 4.17 } : { credit: 0, vat: 0 }),
  })),
  refunds: [
    {
      ...{ payment: idOf(3), paid: '2036-03-09T12:00:00.000Z', date: '2036-07-01T12:00:00.000Z' },
      ...{ service: 'Cataract Connect, Monthly', amount: 4.99 },
    },
  ],
  total: 24.99,
};

test('a statement says who paid whom, when, for what, and is asked for by tax year or by year', async () => {
  vi.setSystemTime('2036-11-22T12:00:00Z');
  signIn();
  const stub = stubCall('/user/statement', (query: URLSearchParams) => {
    const [from, to] = [query.get('from'), query.get('to')];
    const isTaxYear = from === '2036-04-06';
    const none = { ...paid, payments: [], refunds: [], total: 0 };
    return { ...ok, data: { from, to, ...(isTaxYear ? paid : none) } };
  });
  open('/user/payments/statement');
  const table = await screen.findByRole('table', { name: 'Payments' });
  expect(inMain('p').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      '6 April 2036 to 5 April 2037',
      ...paid.paid_to,
      ...Object.values(paid.paid_by),
    ]),
  );
  expect(texts(within(table).getAllByRole('row'))).toEqual([
    'DateServicePaid',
    '09/05/2036Cataract Connect, Monthly£14.99+ £10.00 creditincl. £4.17 VAT',
    '09/06/2036Cataract Connect, Monthly£14.99',
    '01/07/2036Refund: Cataract Connect, Monthly of 09/03/2036-£4.99',
    'Paid in all, less what was refunded£24.99',
  ]);
  await user.selectOptions(screen.getByLabelText('Period'), 'Calendar year 2036');
  expect(await screen.findByText('Nothing was paid in this time.')).toBeInTheDocument();
  expect(stub.asked.at(-1)?.toString()).toBe('from=2036-01-01&to=2036-12-31');
  // A file that cannot be had is told of.
  Object.assign(stub, { status: 500 });
  await press('Download PDF');
  await expect.poll(toasts).toHaveLength(1);
  expect(stub.asked.at(-1)?.get('format')).toBe('pdf');
});

test('what went back twice of a payment in one second is two rows, which are not left standing in another period', async () => {
  vi.setSystemTime('2036-11-22T12:00:00Z');
  signIn();
  const [one] = paid.refunds;
  stubCall('/user/statement', (query: URLSearchParams) => {
    const [from, to] = [query.get('from'), query.get('to')];
    const other = { ...one, payment: idOf(4), amount: 3 };
    const refunds = from === '2036-04-06' ? [one, { ...one, amount: 2 }] : [other];
    return { ...ok, data: { ...paid, from, to, refunds } };
  });
  open('/user/payments/statement');
  const refunds = () =>
    screen.getAllByRole('row').flatMap(({ textContent }) => {
      return textContent.includes('Refund') ? textContent.slice(-6) : [];
    });
  await screen.findByText('6 April 2036 to 5 April 2037');
  expect(refunds()).toEqual(['-£4.99', '-£2.00']);
  await user.selectOptions(screen.getByLabelText('Period'), 'Calendar year 2036');
  await screen.findByText('1 January 2036 to 31 December 2036');
  expect(refunds()).toEqual(['-£3.00']);
});
