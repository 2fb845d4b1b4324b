import { plans } from 'contract/catalogue';
import fc from 'fast-check';
import { type Staying, staying } from './staying-acts.ts';
import { type Refusals, refusals, type Sale, sale } from './stripe-acts.ts';

export const cards = {
  pays: '4242 4242 4242 4242',
  /** Pays, too; somebody else has it as well. */
  family: '4000 0082 6000 0000',
  failsLater: '4000 0000 0000 0341',
  declined: '4000 0000 0000 0002',
  /** Its bank wants each charge confirmed when its holder is not there. */
  asks: '4000 0027 6000 3184',
} as const;
export type Card = keyof typeof cards;

/** What somebody does, or what happens. Numbers name the n-th of what is there at that moment. */
export type Act =
  | { does: 'subscribe'; plan: number; card: Card; next: 'return' | 'close' | 'abandon' }
  /** Pays or confirms on a page that an earlier step left open. */
  | { does: 'use an old page'; page: number; card: Card }
  | { does: 'leave a checkout at an old price'; plan: number }
  | { does: 'cancel' | 'undo'; row: number }
  | { does: 'enter a card'; row: number; card: Card }
  | { does: 'reload' }
  /** Support, at Stripe's dashboard. */
  | { does: 'refund'; charge: number; part: boolean }
  /** `share` of what an invoice comes to, by a credit note. */
  | { does: 'give credit'; invoice: number; share: number }
  | { does: 'end now' | 'end on a date' | 'put on a disputed card'; row: number }
  | Sale
  | Refusals
  /** A cardholder, at the bank; the account's setting says what the subscription does then. */
  | {
      does: 'dispute';
      charge: number;
      subscription: 'ends' | 'stays';
      verdict: 'won' | 'lost' | 'later';
    }
  | { does: 'decide a dispute'; dispute: number; verdict: 'won' | 'lost' }
  | Staying
  | { does: 'withdraw'; row: number; byAdmin: boolean }
  /** An admin of ours. `share` of what was paid. */
  | { does: 'refund by an admin'; payment: number; share: number }
  | { does: 'delete the user' }
  | { does: 'allow a trial' }
  /** By the customer, with the password. */
  | { does: 'leave' }
  /** What is too old is cleared away. */
  | { does: 'pass a night' }
  | { does: 'deactivate' | 'activate'; endsNow: boolean }
  /** Somebody else, who has the family's card. */
  | { does: 'begin a trial elsewhere'; product: 'portfolio' | 'cataract' }
  | { does: 'pass days'; days: number }
  | { does: 'sweep' };

export interface Step {
  act: Act;
  /** Done at the same moment. */
  beside?: Act;
  /** Events that arrive after it, from all that were ever sent; odd ones may arrive again. */
  arrive: number[];
  /** The server is killed after so many of its steps. */
  killedAfter?: number;
}

/** A life: when it begins, what happens, and whether the events that are left arrive at last. */
export interface Life {
  daysAhead: number;
  steps: Step[];
  lateEvents: boolean;
  /** Lived with a company that charges VAT. */
  isTaxed: boolean;
}

const small = fc.nat({ max: 3 });
export const card = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Card>('pays') },
  { weight: 3, arbitrary: fc.constant<Card>('family') },
  { weight: 3, arbitrary: fc.constant<Card>('failsLater') },
  { weight: 1, arbitrary: fc.constant<Card>('declined') },
);
export const subscribe = fc.record({
  does: fc.constant('subscribe' as const),
  plan: fc.nat({ max: plans.length - 1 }),
  card,
  next: fc.constantFrom('return', 'return', 'close', 'abandon' as const),
});
const days = fc.oneof(
  fc.constantFrom(1, 4, 7, 8, 27, 30, 31, 32),
  fc.integer({ min: 1, max: 70 }),
  fc.constantFrom(365, 366),
);
const onRow = <Does extends string>(...does: Does[]) =>
  fc.record({ does: fc.constantFrom(...does), row: small });

/** One time in so many. */
export function rarely<T>(times: number, what: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  const never = { weight: times - 1, arbitrary: fc.constant(undefined) };
  return fc.oneof(never, { weight: 1, arbitrary: what });
}

export const elsewhere = (['portfolio', 'cataract'] as const).map((product) => ({
  does: 'begin a trial elsewhere' as const,
  product,
}));

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 9, arbitrary: subscribe },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('use an old page' as const), page: small, card }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('leave a checkout at an old price' as const),
      plan: fc.nat({ max: plans.length - 1 }),
    }),
  },
  { weight: 5, arbitrary: onRow('cancel', 'undo') },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('withdraw' as const),
      row: small,
      byAdmin: rarely(4, fc.constant(true)).map(Boolean),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('refund by an admin' as const),
      payment: small,
      share: fc.constantFrom(0.1, 0.5, 1, 1.5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('enter a card' as const),
      row: small,
      card: fc.oneof(
        { weight: 3, arbitrary: card },
        { weight: 1, arbitrary: fc.constant<Card>('asks') },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reload' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      charge: small,
      part: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('give credit' as const),
      invoice: small,
      share: fc.constantFrom(0.1, 0.5, 1),
    }),
  },
  { weight: 2, arbitrary: onRow('end now', 'end on a date', 'put on a disputed card') },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('dispute' as const),
      charge: small,
      subscription: fc.constantFrom('ends', 'stays' as const),
      verdict: fc.constantFrom('won', 'lost', 'lost', 'later' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('decide a dispute' as const),
      dispute: small,
      verdict: fc.constantFrom('won', 'lost' as const),
    }),
  },
  { weight: 4, arbitrary: staying },
  { weight: 2, arbitrary: sale },
  { weight: 2, arbitrary: refusals },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete the user' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('allow a trial' as const) }) },
  { weight: 2, arbitrary: fc.constantFrom(...elsewhere) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('pass a night' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('deactivate', 'activate', 'activate' as const),
      endsNow: rarely(5, fc.constant(true)).map(Boolean),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('pass days' as const), days }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('sweep' as const) }) },
);

export const step: fc.Arbitrary<Step> = fc
  .record({
    act,
    beside: rarely(12, act),
    arrive: fc.array(fc.nat({ max: 40 }), { maxLength: 2 }),
    killedAfter: rarely(6, fc.nat({ max: 60 })),
  })
  .map(({ act: first, arrive, beside, killedAfter }) => ({
    act: first,
    arrive,
    ...(beside && { beside }),
    ...(killedAfter !== undefined && { killedAfter }),
  }));
