import type { Difference } from 'contract/reconciliation';
import { expect, it } from 'vitest';
import { wrongIn } from './compare.ts';

const tied: Difference = {
  ...{ kind: 'customer', id: 'cus_1', field: 'row' },
  ...{ ours: null, stripe: 'present', repaired: true },
};

it('a customer whom a failed request left at Stripe is no fault once it is tied, and any other difference is named', () => {
  const access: Difference = { ...tied, kind: 'subscription', id: 'sub_1' };
  const untied: Difference = { ...tied, id: 'cus_2', repaired: false };
  const card: Difference = { ...tied, field: 'card', ours: 'pm_1', stripe: 'pm_2' };
  expect(wrongIn([tied, access, untied, card])).toEqual([
    'subscription sub_1 row: null, at Stripe present',
    'customer cus_2 row: null, at Stripe present',
    'customer cus_1 card: pm_1, at Stripe pm_2',
  ]);
});
