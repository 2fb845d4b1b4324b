import fc from 'fast-check';
import { boundary } from 'stripe-sandbox/in-process';
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

it('product B30: a month after 31 January comes before 1 March', () => {
  const last = { ...monthly, periodEnd: on('2027-01-31') };
  const other = { ...monthly, id: 'other', amount: 1499, periodEnd: on('2027-03-01') };
  // 24.99 on 31 January and again on 28 February leave 2 pence.
  expect(of([last, other], -5000)).toEqual([
    ['monthly', 0, 2499],
    ['other', 1497, 2],
  ]);
});

it('product B30: what ends on a date after its renewals has its share of the credit until then', () => {
  const ending = { ...monthly, cancelAtPeriodEnd: true };
  // On 10 March alone, and on 10 April, too; the third time it has ended.
  expect(of([yearly, { ...ending, endsAt: on('2026-03-20') }], -6000)).toEqual([
    ['monthly', 0, 2499],
    ['yearly', 11_499, 3501],
  ]);
  for (const endsAt of [on('2026-04-11'), on('2026-05-10')]) {
    expect(of([yearly, { ...ending, endsAt }], -6000)).toEqual([
      ['monthly', 0, 2499],
      ['yearly', 13_998, 1002],
    ]);
  }
  for (const endsAt of [ending.periodEnd, on('2026-02-20')]) {
    expect(of([yearly, { ...ending, endsAt }], -6000)).toEqual([['yearly', 9000, 6000]]);
  }
});

interface Sold {
  /** Unix seconds. */
  start: number;
  cycle: Renewal['cycle'];
  amount: number;
  onTrial: boolean;
}

const sold: fc.Arbitrary<Sold> = fc.record({
  start: fc
    .tuple(fc.nat({ max: 40 }), fc.constantFrom(1, 2, 27, 28, 29, 30, 31))
    .map(([month, day]) => Date.UTC(2026, month, day) / 1000),
  cycle: fc.constantFrom<Renewal['cycle']>('monthly', 'monthly', 'yearly'),
  amount: fc.constantFrom(1499, 2499, 15_000),
  onTrial: fc.boolean(),
});

/** Its next charges after a moment, by Stripe's calendar. Unix seconds. */
function chargesAfter({ start, cycle }: Sold, now: number): number[] {
  const interval = cycle === 'monthly' ? 'month' : 'year';
  const all = Array.from({ length: 90 }, (_, n) =>
    boundary(start, { interval, interval_count: 1 }, n),
  );
  return all.filter((at) => at > now);
}

/** What is charged first of each, by living through all charges in their order. */
function chargedByStripe(all: Sold[], now: number, balance: number): Record<string, number> {
  const charges = all.flatMap((one, id) =>
    chargesAfter(one, now).map((at, n) => ({ id, amount: one.amount, isFirst: n === 0, at })),
  );
  const first: Record<string, number> = {};
  let left = balance;
  for (const { id, amount, isFirst } of charges.toSorted((a, b) => a.at - b.at)) {
    const owed = amount + left;
    const due = owed < 30 ? 0 : owed;
    left = owed - due;
    if (isFirst) first[id] = due;
  }
  return first;
}

it('product B30: what credit pays of each next charge is what Stripe’s calendar makes of it', () => {
  const some = fc.array(sold, { minLength: 2, maxLength: 3 });
  const moment = fc.nat({ max: 500 }).map((day) => (20_880 + day) * 86_400);
  fc.assert(
    fc.property(some, moment, fc.integer({ min: -30_000, max: 0 }), (all, now, balance) => {
      const held = all.map(({ cycle, amount, start, onTrial }, id): Renewal => {
        const anchor = new Date(start * 1000);
        const begun = onTrial ? new Date((start - 600_000) * 1000) : anchor;
        const next = chargesAfter({ cycle, amount, start, onTrial }, now)[0] ?? 0;
        return {
          ...{ ...monthly, id: String(id), cycle, amount },
          ...{ startedAt: begun, trialEnd: onTrial ? anchor : null },
          periodEnd: new Date(next * 1000),
        };
      });
      const told = of(held, balance).map(([id, charge]) => [id, charge]);
      expect(Object.fromEntries(told)).toEqual(chargedByStripe(all, now, balance));
    }),
    { numRuns: 1_000 },
  );
});

it('what is not known is not told as zero', () => {
  expect(of([monthly], null)).toEqual([['monthly', 2499, null]]);
});

it('what ends is not charged any more, and what has ended neither', () => {
  const ending = { ...monthly, cancelAtPeriodEnd: true };
  const ended = { ...yearly, hasAccess: false };
  expect(of([ending, ended, { ...yearly, periodEnd: null }], -500)).toEqual([]);
});
