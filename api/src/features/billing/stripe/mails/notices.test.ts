import { expect, test } from 'vitest';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import { type Holdings, noticesDue } from './notices.ts';

const product = '0198c000-0000-7000-8000-000000000002';
const card = { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };

/** What somebody holds who pays £150.00 each year on 1 March at noon. */
function holding(row: Partial<SubscriptionRow> = {}, more: Partial<Holdings> = {}): Holdings {
  const held = {
    ...{ id: 'one', stripeId: 'sub_1', productId: product, cycle: 'yearly', amount: 15_000 },
    ...{ status: 'active', hasAccess: true, paymentProblem: false, cancelAtPeriodEnd: false },
    ...{ startedAt: new Date('2025-03-01T12:00:00Z'), trialEnd: null },
    ...{ periodEnd: new Date('2027-03-01T12:00:00Z'), newAmount: null, newAmountFrom: null },
    ...row,
  } as SubscriptionRow;
  return { firstName: 'Priya', subscriptions: [held], balance: 0, card, ...more };
}

const kinds = (holdings: Holdings, now: string) =>
  noticesDue(holdings, new Date(now)).map(({ template }) => template);

test('a yearly renewal is told of from the fourteenth day before it, in London, until it comes', () => {
  const due = (now: string) => kinds(holding(), now).length;
  expect(due('2027-02-14T23:59:59Z')).toBe(0);
  expect(due('2027-02-15T00:00:00Z')).toBe(1);
  expect(due('2027-03-01T11:59:59Z')).toBe(1);
  expect(due('2027-03-01T12:00:00Z')).toBe(0);
  // Summer time ends between the two: the day before begins an hour earlier in UTC.
  const autumn = holding({ periodEnd: new Date('2027-11-08T23:30:00Z') });
  expect(kinds(autumn, '2027-10-24T22:59:59Z')).toEqual([]);
  expect(kinds(autumn, '2027-10-24T23:00:00Z')).toEqual(['renewal-reminder']);
});

test('of a monthly plan every sixth renewal is told of, counted from the first charge', () => {
  const told = (startedAt: string, trialEnd: string | null, periodEnd: string) => {
    const row = { cycle: 'monthly', startedAt: new Date(startedAt), amount: 1499 } as const;
    const ends = { periodEnd: new Date(periodEnd), trialEnd: trialEnd && new Date(trialEnd) };
    const before = new Date(Date.parse(periodEnd) - 10 * 86_400_000).toISOString();
    return kinds(holding({ ...row, ...ends } as Partial<SubscriptionRow>), before).length;
  };
  expect(told('2026-08-31T12:00:00Z', null, '2027-01-31T12:00:00Z')).toBe(0);
  expect(told('2026-08-31T12:00:00Z', null, '2027-02-28T12:00:00Z')).toBe(1);
  expect(told('2026-08-31T12:00:00Z', null, '2027-03-31T12:00:00Z')).toBe(0);
  expect(told('2026-08-31T12:00:00Z', null, '2027-08-31T12:00:00Z')).toBe(1);
  expect(told('2026-08-25T12:00:00Z', '2026-09-01T12:00:00Z', '2027-02-01T12:00:00Z')).toBe(0);
  expect(told('2026-08-25T12:00:00Z', '2026-09-01T12:00:00Z', '2027-03-01T12:00:00Z')).toBe(1);
});

test.each<[string, Partial<SubscriptionRow>]>([
  ['that has ended', { hasAccess: false }],
  ['that is set to end', { cancelAtPeriodEnd: true }],
  ['on trial, which has a reminder of its own', { status: 'trial' }],
  ['whose last payment is still tried', { paymentProblem: true }],
])('nothing is told of one %s', (_, row) => {
  expect(kinds(holding(row), '2027-02-20T12:00:00Z')).toEqual([]);
});

test('what is charged is what credit leaves, of the price that holds from then on', () => {
  const from = { newAmount: 18_000, newAmountFrom: new Date('2027-03-01T12:00:00Z') };
  const [moved] = noticesDue(holding(from, { balance: -5_000 }), new Date('2027-02-20T12:00:00Z'));
  expect(moved?.content).toMatchObject({
    ...{ amount: 18_000, amountBefore: 15_000, charged: 13_000, credit: 5_000 },
    card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
  });
  const later = { ...from, newAmountFrom: new Date('2028-03-01T12:00:00Z') };
  const [same] = noticesDue(holding(later), new Date('2027-02-20T12:00:00Z'));
  expect(same?.content).toMatchObject({ amount: 15_000, amountBefore: null, charged: 15_000 });
});

test('a card that expires before the next charge is told of a month ahead, once for each', () => {
  const until = (expMonth: number, row?: Partial<SubscriptionRow>, balance = 0) =>
    holding(row, { card: { ...card, expMonth, expYear: 2027 }, balance });
  expect(kinds(until(2), '2027-01-28T23:59:59Z')).toEqual([]);
  expect(kinds(until(2), '2027-01-29T00:00:00Z')).toEqual(['card-expiring']);
  expect(kinds(until(2), '2027-02-20T12:00:00Z')).toEqual(['renewal-reminder', 'card-expiring']);
  expect(kinds(until(3), '2027-02-01T00:00:00Z')).toEqual([]);
  // A charge on the first of the month in London that is still the last of the one before in UTC.
  const summer = { periodEnd: new Date('2027-05-31T23:30:00Z') };
  expect(kinds(until(5, summer), '2027-05-10T00:00:00Z')).toEqual(['card-expiring']);
  const onTrial = until(2, { status: 'trial', trialEnd: new Date('2027-03-01T12:00:00Z') });
  expect(kinds(onTrial, '2027-02-20T12:00:00Z')).toEqual(['card-expiring']);
  // Where credit pays for all of it the card need not.
  expect(kinds(until(2, {}, -15_000), '2027-01-30T00:00:00Z')).toEqual([]);
  const causes = [
    until(2),
    holding({}, { card: { ...card, id: 'pm_2', expMonth: 2, expYear: 2027 } }),
  ]
    .flatMap((one) => noticesDue(one, new Date('2027-01-30T00:00:00Z')))
    .map(({ cause }) => cause);
  expect(new Set(causes).size).toBe(2);
});
