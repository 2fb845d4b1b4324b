import type { BillingCycle, ProductKey } from 'contract/catalogue';
import type { CancelReason } from 'contract/leaving';

/** Cards of Stripe's test mode by what they do when they are charged. */
export type Card = 'pays' | 'fails';

/** What somebody does, or has done to them. */
export type Deed =
  /** Buys a plan, or changes to it what is held already. */
  | { do: 'choose'; key: ProductKey; cycle: BillingCycle; card: Card }
  | { do: 'new-card'; card: Card }
  | { do: 'cancel'; key: ProductKey; why?: Why }
  | { do: 'go-on'; key: ProductKey }
  /** Pence of the newest payment are given back, or all of it. */
  | { do: 'refund'; amount?: number }
  | { do: 'dispute'; outcome: 'won' | 'lost' }
  | { do: 'visit' }
  | { do: 'promote' | 'demote' | 'shut-out' | 'let-in' | 'delete' };

/** What somebody says as they cancel, if they say anything. */
export interface Why {
  reason: CancelReason;
  comment?: string;
}

/**
 * A deed and its day: counted from the sign-up, from a payday of a monthly plan chosen then, or,
 * when negative, back from the present.
 */
export type Act = { day: number; payday?: { key: ProductKey; count: number } } & Deed;

/** Signs up, looks at the plans for a quarter of an hour and chooses one. */
export function choose(
  key: ProductKey,
  cycle: BillingCycle,
  { card = 'pays', ...when }: { card?: Card } & Partial<Pick<Act, 'day' | 'payday'>> = {},
): Act[] {
  return [{ day: 0.01, ...when, do: 'choose', key, cycle, card }];
}

/** Gives up during the trial. */
export function givesUp(
  key: ProductKey,
  cycle: BillingCycle,
  { day, why }: { day: number; why?: Why },
): Act[] {
  return [...choose(key, cycle), { day, do: 'cancel', key, ...(why && { why }) }];
}

/** Pays so many months and cancels a few days before the next one. */
export function leaves(key: ProductKey, months: number, why?: Why): Act[] {
  const payday = { key, count: months + 1 };
  return [...choose(key, 'monthly'), { payday, day: -6, do: 'cancel', key, ...(why && { why }) }];
}

/** The card does not pay on that day: the owner reads it, and enters another one, or never does. */
export function fails(key: ProductKey, count: number, mendedAfter?: number): Act[] {
  const payday = { key, count };
  const missed: Act[] = [
    { payday, day: -4, do: 'new-card', card: 'fails' },
    { payday, day: 0.8, do: 'visit' },
  ];
  if (mendedAfter === undefined) return missed;
  return [...missed, { payday, day: mendedAfter, do: 'new-card', card: 'pays' }];
}

/** A trial whose first payment is never made, whatever Stripe tries. */
export function neverPays(key: ProductKey): Act[] {
  const payday = { key, count: 1 };
  return [
    ...choose(key, 'monthly', { card: 'fails' }),
    { payday, day: 0.8, do: 'visit' },
    { payday, day: 16, do: 'visit' },
  ];
}

/** Pays so many months, then changes to another cycle. */
export function changes(key: ProductKey, months: number, cycle: BillingCycle): Act[] {
  return choose(key, cycle, { payday: { key, count: months }, day: 5 });
}

/** Changes what is held to both products together. */
export function widens(day: number): Act[] {
  return choose('combined', 'monthly', { day });
}
