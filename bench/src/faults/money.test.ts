import { expect, it } from 'vitest';
import { differencesOf } from './money.ts';

const row = {
  ...{ customer: 'cus_a', email: 'ann@faults.test', invoice: 'in_1', refunded: 0 },
  ...{ isWhole: true, hasReceipt: true },
};
const taken = (invoices: string[], charges = invoices.length, refunded = 0) =>
  new Map([['cus_a', { invoices: new Set(invoices), charges, refunded }]]);

it.each([
  ['all agrees', [row], taken(['in_1']), [], []],
  ['nobody paid', [{ ...row, invoice: null, isWhole: false }], new Map(), [], []],
  [
    'a payment of Stripe is not here',
    [row],
    taken(['in_1', 'in_2']),
    ['payment ann@faults.test in_2'],
    [],
  ],
  ['one here is not at Stripe', [row], new Map(), [], ['payment ann@faults.test in_1']],
  ['one invoice took money twice', [row], taken(['in_1'], 2), [], ['charge ann@faults.test']],
  ['it took none', [row], taken(['in_1'], 0), ['charge ann@faults.test'], []],
  ['what went back is not here', [row], taken(['in_1'], 1, 2_499), ['refund ann@faults.test'], []],
  [
    'more is said to have gone back',
    [{ ...row, refunded: 5 }],
    taken(['in_1']),
    [],
    ['refund ann@faults.test'],
  ],
  [
    'a payment has no receipt',
    [{ ...row, hasReceipt: false }],
    taken(['in_1']),
    ['receipt ann@faults.test in_1'],
    [],
  ],
])('of money, where %s, that is told', (_what, rows, there, lost, doubled) => {
  const verdict = differencesOf(rows, there);

  expect(verdict).toEqual({ lost, doubled });
});
