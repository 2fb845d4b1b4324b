import type { SubscriptionView } from 'contract/subscriptions';
import { expect, test } from 'vitest';
import {
  canCancel,
  cancelConsequences,
  canUndo,
  newPriceText,
  nextEvent,
  priceText,
  rightToWithdraw,
  undoConsequences,
  withdrawConsequences,
} from './subscription-view-model.ts';

const winter = '2035-12-09T12:00:00.000Z';
const spring = '2036-03-09T12:00:00.000Z';
const summer = '2036-06-09T12:00:00.000Z';

function subscription(parts: Partial<SubscriptionView> = {}): SubscriptionView {
  return {
    id: '019fa1c2-0000-7000-8000-000000000001',
    product_name: 'Portfolio Builder',
    plan_name: 'Monthly',
    status: 'active',
    trial_end_date: null,
    trial_refused: false,
    current_period_end: spring,
    price: 24.99,
    next_charge: null,
    billing_cycle: 'monthly',
    cancel_at_period_end: false,
    payment_problem: false,
    payment_to_confirm: null,
    charge_under_way: null,
    new_price: null,
    withdraw_until: null,
    withdraw_refund: null,
    withdraw_credit: null,
    withdraw_held: null,
    login_urls: [],
    ...parts,
  };
}

test('a price is told with its cycle', () => {
  expect(priceText(subscription())).toBe('£24.99 per month');
  expect(priceText(subscription({ price: 1250, billing_cycle: 'yearly' }))).toBe(
    '£1,250.00 per year',
  );
});

test('a new price is told with the day from which it applies', () => {
  expect(newPriceText(subscription())).toBeNull();
  const told = subscription({ new_price: { amount: 29.99, from: summer } });
  expect(newPriceText(told)).toBe('£29.99 from 9 June 2036');
  const next = { new_price: { amount: 29.99, from: spring } };
  expect(newPriceText(subscription(next))).toBe('£29.99 from your next charge');
  const onTrial = { status: 'trial' as const, trial_end_date: spring };
  expect(newPriceText(subscription({ ...next, ...onTrial }))).toBe('£29.99 from your first charge');
});

test.each([
  [{}, { name: 'Next charge', date: '9 March 2036' }],
  [{ cancel_at_period_end: true }, null],
  [
    { cancel_at_period_end: true, payment_problem: true },
    { name: 'Ends on', date: '9 March 2036' },
  ],
  [
    { status: 'trial', trial_end_date: summer },
    { name: 'Trial ends', date: '9 June 2036', also: 'First charge that day' },
  ],
  [{ status: 'trial' }, { name: 'First charge', date: '9 March 2036' }],
  [
    { status: 'trial', trial_end_date: summer, cancel_at_period_end: true },
    { name: 'Until then', date: 'Free trial' },
  ],
  [
    { cancel_at_period_end: true, next_charge: { date: winter, amount: 24.99, credit: 0 } },
    { name: 'Next charge', date: '9 December 2035' },
  ],
  [
    { charge_under_way: { date: winter, amount: 24.99, credit: 0 } },
    { name: 'Next charge', date: '9 December 2035' },
  ],
  [
    {
      cancel_at_period_end: true,
      charge_under_way: { date: winter, amount: 0.82, credit: 24.17 },
    },
    {
      name: 'Next charge',
      date: '9 December 2035',
      also: '£24.17 of credit pays part: £0.82 will be charged.',
    },
  ],
  [{ status: 'cancelled' }, { name: 'Ended', date: '9 March 2036' }],
  [{ status: 'expired', current_period_end: null }, null],
  [{ current_period_end: null }, null],
] as const)('what comes next for %j is %j', (parts, next) => {
  expect(nextEvent(subscription(parts))).toEqual(next);
});

test('product U66: a charge that credit pays a part of says so, and a trial that it pays does not promise one', () => {
  const next_charge = { date: spring, amount: 0, credit: 24.99 };
  const also = '£24.99 of credit pays for it: nothing will be charged.';
  expect(nextEvent(subscription({ next_charge }))).toMatchObject({ name: 'Next charge', also });
  expect(
    nextEvent(subscription({ status: 'trial', trial_end_date: spring, next_charge })),
  ).toMatchObject({ name: 'Trial ends', also });
});

const next_charge = { date: winter, amount: 24.99, credit: 0 };

test.each([
  [{ status: 'active' }, true, false],
  [{ status: 'trial' }, true, false],
  [{ status: 'active', cancel_at_period_end: true }, false, true],
  [{ status: 'trial', cancel_at_period_end: true }, false, true],
  [{ status: 'cancelled' }, false, false],
  [{ status: 'expired', cancel_at_period_end: true }, false, false],
  [{ status: 'trial', cancel_at_period_end: true, next_charge }, true, true],
  [{ status: 'active', cancel_at_period_end: true, next_charge }, true, true],
  [{ status: 'expired', cancel_at_period_end: true, next_charge }, false, false],
] as const)('of %j, cancelling is open: %j, and taking it back: %j', (parts, cancel, undo) => {
  expect(canCancel(subscription(parts))).toBe(cancel);
  expect(canUndo(subscription(parts))).toBe(undo);
});

test('a cancelled trial costs nothing, and a cancelled subscription runs to its end', () => {
  expect(cancelConsequences(subscription({ status: 'trial', trial_end_date: summer }))).toEqual([
    'Your free trial of Portfolio Builder continues until 9 June 2036.',
    'It then ends and you are never charged. You can change your mind before that day.',
  ]);
  expect(cancelConsequences(subscription())[0]).toBe(
    'You keep Portfolio Builder until 9 March 2036.',
  );
  expect(cancelConsequences(subscription({ current_period_end: null }))[0]).toBe(
    'You keep Portfolio Builder until the end of the billing period.',
  );
});

test('product U26: cancelling does not say that nothing is charged while a payment is due', () => {
  expect(cancelConsequences(subscription({ payment_problem: true }))).toEqual([
    'The payment that is due is still tried. Once it is paid, you keep Portfolio Builder until 9 March 2036; if it fails for good, it ends then.',
    'Nothing else is charged. You can change your mind before that day.',
  ]);
});

test.each([
  [{ amount: 24.99, credit: 0 }, '£24.99'],
  [{ amount: 0.82, credit: 24.17 }, '£0.82, after £24.17 of credit'],
])(
  'product U26: cancelling says what of the period that has begun is still charged: %j',
  (money, says) => {
    const charge_under_way = { date: winter, ...money };
    expect(cancelConsequences(subscription({ charge_under_way }))).toEqual([
      `The period that has just begun is still charged: ${says}. Once it is paid, you keep Portfolio Builder until 9 March 2036; if it fails for good, it ends then.`,
      'Nothing else is charged. You can change your mind before that day.',
    ]);
  },
);

test('product U26: cancelling says that credit still pays for the period that has begun', () => {
  const charge_under_way = { date: winter, amount: 0, credit: 24.99 };
  expect(cancelConsequences(subscription({ charge_under_way }))).toEqual([
    'Your credit still pays for the period that has just begun: £24.99. With that you keep Portfolio Builder until 9 March 2036.',
    'Nothing else is charged. You can change your mind before that day.',
  ]);
});

test('product U25: what is charged before its end can be cancelled before that charge', () => {
  const later = { cancel_at_period_end: true, next_charge };
  const trial = subscription({ ...later, status: 'trial', trial_end_date: winter });
  expect(cancelConsequences(trial)).toEqual([
    'Your free trial of Portfolio Builder continues until 9 December 2035.',
    'It then ends and you are never charged. You can change your mind before that day.',
  ]);
  expect(cancelConsequences(subscription(later))[0]).toBe(
    'You keep Portfolio Builder until 9 December 2035.',
  );
  const keeps = 'Don’t Cancel keeps it running at £24.99 per month';
  expect(undoConsequences(trial)).toBe(`Cancel ends it before its first charge. ${keeps}.`);
  expect(undoConsequences(subscription(later))).toBe(
    `Cancel ends it before its next charge. ${keeps}.`,
  );
  const cancelled = { ...trial, next_charge: null };
  expect(undoConsequences(cancelled)).toBe(`Changed your mind? ${keeps} once the trial ends.`);
});

test('while the right to withdraw lasts, its day and the money that goes back are named', () => {
  const paid = subscription({ withdraw_until: '2026-12-06', withdraw_refund: 250 });
  expect(rightToWithdraw(paid)).toEqual({ until: 'until 6 December', back: '£250.00 back' });
  expect(withdrawConsequences(paid)).toEqual([
    'Your access to Portfolio Builder ends at once. £250.00 goes back to the card you paid with.',
    'This cannot be undone. To keep access until the end of the period you paid for, cancel instead.',
  ]);
  const trial = subscription({ ...paid, status: 'trial', withdraw_refund: 0 });
  expect(rightToWithdraw(trial)?.back).toBe('Nothing is charged');
  expect(withdrawConsequences(trial)).toEqual([
    'Your access to Portfolio Builder ends at once. Nothing is charged.',
    'This cannot be undone. To keep access until the end of the trial, cancel instead.',
  ]);
  const partly = subscription({ ...paid, withdraw_refund: 0.82, withdraw_credit: 24.17 });
  expect(rightToWithdraw(partly)?.back).toBe('£0.82 back, £24.17 of credit back');
  expect(withdrawConsequences(partly)[0]).toBe(
    'Your access to Portfolio Builder ends at once. £0.82 goes back to the card you paid with. £24.17 of credit that paid for it comes back.',
  );
  const byCredit = subscription({ ...paid, withdraw_refund: 0, withdraw_credit: 24.99 });
  expect(rightToWithdraw(byCredit)?.back).toBe('£24.99 of credit back');
  expect(withdrawConsequences(byCredit)[0]).toBe(
    'Your access to Portfolio Builder ends at once. £24.99 of credit that paid for it comes back.',
  );
  expect(rightToWithdraw(subscription())).toBeNull();
});
