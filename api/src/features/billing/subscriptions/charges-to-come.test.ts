import { expect, it } from 'vitest';
import { chargesToCome, type Renewal } from './charges-to-come.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);
const monthly: Renewal = {
  id: 'monthly',
  cycle: 'monthly',
  amount: 2499,
  hasAccess: true,
  cancelAtPeriodEnd: false,
  periodEnd: on('2026-03-10'),
};
const yearly: Renewal = {
  ...monthly,
  ...{ id: 'yearly', cycle: 'yearly', amount: 15_000, periodEnd: on('2026-05-01') },
};
const of = (held: Renewal[], balance: number | null) =>
  [...chargesToCome(held, balance)].map(([id, { charged, credit }]) => [id, charged, credit]);

it.each([
  ['nothing', 0, 2499, 0],
  ['a part', -2417, 82, 2417],
  ['all of it', -2499, 0, 2499],
  ['all of it, and more', -9000, 0, 2499],
  ['all but what is too little to charge', -2480, 0, 2480],
  ['nothing, and something is owed besides', 100, 2599, 0],
])('product B30: credit pays %s of the next charge', (_what, balance, charged, credit) => {
  expect(of([monthly], balance)).toEqual([['monthly', charged, credit]]);
});

it('product B30: credit pays the soonest charges first, also the second of one before the first of another', () => {
  // Two months come before the year: 24.99 twice, and the year gets what is left.
  expect(of([yearly, monthly], -6000)).toEqual([
    ['monthly', 0, 2499],
    ['yearly', 13_998, 1002],
  ]);
});

it('what is not known is not told as zero', () => {
  expect(of([monthly], null)).toEqual([['monthly', 2499, null]]);
});

it('what ends is not charged any more, and what has ended neither', () => {
  const ending = { ...monthly, cancelAtPeriodEnd: true };
  const ended = { ...yearly, hasAccess: false };
  expect(of([ending, ended, { ...yearly, periodEnd: null }], -500)).toEqual([]);
});
