import { plans, products } from 'contract/catalogue';
import fc from 'fast-check';
import {
  type Act,
  card,
  elsewhere,
  type Life,
  rarely,
  type Step,
  step,
  subscribe,
} from './steps.ts';
import { sale } from './stripe-acts.ts';

/** Money that fails or goes back before the page for a change is used. */
const lateChange: fc.Arbitrary<Step[]> = fc
  .record({
    product: fc.nat({ max: 2 }),
    card,
    passed: fc.constantFrom(1, 8, 31, 40),
    meanwhile: fc.constantFrom<Act[]>(
      [],
      [{ does: 'withdraw', row: 0, byAdmin: false }],
      [{ does: 'refund', charge: 0, part: true }],
      [{ does: 'refund', charge: 0, part: false }],
      [{ does: 'dispute', charge: 0, subscription: 'stays', verdict: 'lost' }],
      [{ does: 'dispute', charge: 0, subscription: 'stays', verdict: 'later' }],
    ),
    isFirst: fc.boolean(),
  })
  .map(({ product, card: by, passed, meanwhile, isFirst }) => {
    const bought = { does: 'subscribe', plan: 2 * product + 1, card: by } as const;
    const change: Act = { does: 'use an old page', page: 0, card: 'pays' };
    const acts: Act[] = [
      { ...bought, next: 'return' },
      { ...bought, plan: 2 * product, next: 'abandon' },
      { does: 'pass days', days: passed },
      ...(isFirst ? [change, ...meanwhile] : [...meanwhile, change]),
    ];
    return acts.map(quietly);
  });

/** A change of what was paid, or of both single products, after money went back or not. */
const paidChange: fc.Arbitrary<Step[]> = fc
  .record({
    both: fc.boolean(),
    cycles: fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 1 })),
    passed: fc.constantFrom(31, 40, 100),
    back: fc.constantFrom<Act[]>(
      [],
      [{ does: 'refund', charge: 0, part: false }],
      [{ does: 'refund', charge: 0, part: true }],
      [{ does: 'refund', charge: 1, part: false }],
      [{ does: 'dispute', charge: 0, subscription: 'stays', verdict: 'later' }],
    ),
    to: fc.nat({ max: 1 }),
  })
  .map(({ both, cycles: [one, other], passed, back, to }) => {
    const buy = (plan: number): Act => ({ does: 'subscribe', plan, card: 'pays', next: 'return' });
    const changed = both ? 4 + to : 1 - one;
    return [
      buy(one),
      ...(both ? [{ does: 'pass days', days: 9 } as const, buy(2 + other)] : []),
      { does: 'pass days', days: passed } as const,
      ...back,
      buy(changed),
    ].map(quietly);
  });

/** Who cancels, and may take it back, in the hour in which what follows their trial is still to be charged. */
const draftHour: fc.Arbitrary<Step[]> = fc
  .record({
    product: fc.nat({ max: products.length - 1 }),
    isYearly: fc.boolean(),
    card,
    heard: fc.constantFrom<number[]>([], [0, 1, 2]),
    after: fc.constantFrom<Act[]>(
      [],
      [{ does: 'undo', row: 0 }],
      [{ does: 'pass days', days: 1 }],
      [{ does: 'withdraw', row: 0, byAdmin: false }],
    ),
  })
  .map(({ product, isYearly, card: by, heard, after }) => {
    const plan = 2 * product + Number(isYearly);
    const days = products[product]?.trialDays ?? 0;
    return [
      quietly({ does: 'subscribe', plan, card: by, next: 'return' }),
      { act: { does: 'pass days', days }, arrive: heard },
      ...[{ does: 'cancel', row: 0 } as const, ...after].map(quietly),
    ];
  });

/** A trial whose card has had one, before or after. */
const sharedCard: fc.Arbitrary<Step[]> = fc
  .record({
    one: fc.constantFrom(...elsewhere),
    plan: fc.nat({ max: plans.length - 1 }),
    next: fc.constantFrom('return', 'close' as const),
    isFirst: fc.boolean(),
    isAllowed: rarely(4, fc.constant(true)),
  })
  .map(({ one, plan, next, isFirst, isAllowed }) => {
    const bought: Act = { does: 'subscribe', plan, card: 'family', next };
    const acts: Act[] = isFirst ? [one, bought] : [bought, one];
    return [...(isAllowed ? [{ does: 'allow a trial' } as const] : []), ...acts].map(quietly);
  });

/** Nothing happens without a purchase, and little is as awkward as both single products. */
const opening: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 3, arbitrary: subscribe.map((first) => [quietly(first)]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(subscribe, subscribe, fc.nat({ max: 1 }), fc.nat({ max: 1 }))
      .map(([one, other, oneCycle, otherCycle]) => [
        quietly({ ...one, plan: oneCycle, next: 'return' }),
        quietly({ ...other, plan: 2 + otherCycle, next: 'return' }),
      ]),
  },
  { weight: 1, arbitrary: lateChange },
  // Somebody whom support sells to after they have looked at a checkout.
  {
    weight: 1,
    arbitrary: fc
      .tuple(subscribe, sale)
      .map(([first, sold]) => [quietly({ ...first, next: 'abandon' }), quietly(sold)]),
  },
  { weight: 1, arbitrary: sharedCard },
  { weight: 1, arbitrary: paidChange },
  { weight: 1, arbitrary: draftHour },
);

function quietly(act: Act): Step {
  return { act, arrive: [] };
}

/** Lives of up to so many steps. */
export function lives(maxLength: number): fc.Arbitrary<Life> {
  return fc.record({
    daysAhead: fc.nat({ max: 1_500 }),
    steps: fc
      .tuple(opening, fc.array(step, { maxLength: maxLength - 2 }))
      .map(([first, others]) => [...first, ...others]),
    lateEvents: fc.boolean(),
    isTaxed: fc.boolean(),
  });
}

/** So many lives of up to so many steps; the same for the same seed. */
export function sampleLives(
  maxLength: number,
  { count, seed }: { count: number; seed: number },
): Life[] {
  return fc.sample(lives(maxLength), { numRuns: count, seed });
}
