import { type Rhythm, renewalFrom } from '../price-moves/renewals.ts';
import type { SubscriptionRow } from './repository.ts';

/** The least that Stripe charges in pounds, in pence: less stays on the balance for the next charge. */
export const leastCharge = 30;

/** What a subscription renews for, and when next. */
export interface Renewal {
  id: string;
  cycle: 'monthly' | 'yearly';
  /** Pence. */
  amount: number;
  /** What it renews for from that moment on, where a new price was told of. */
  newAmount?: number | null;
  newAmountFrom?: Date | null;
  hasAccess: boolean;
  cancelAtPeriodEnd: boolean;
  periodEnd: Date | null;
  /** When it ends, where that is set: with its period, or on a date of support's, which may be after renewals. */
  endsAt?: Date | null;
  /** What its cycles may be counted from. */
  trialEnd?: Date | null;
  startedAt?: Date;
}

/** What is charged at a renewal, and what credit pays of it; null where that is not known. Pence. */
export interface Charge {
  date: Date;
  charged: number;
  credit: number | null;
}

const never = new Date(8.64e15);

/** What is charged of the period that has begun, while its money is still to be taken (product B474). */
export function underWay({
  chargingAt: date,
  chargingAmount: charged,
  chargingCredit: credit,
}: Pick<SubscriptionRow, 'chargingAt' | 'chargingAmount' | 'chargingCredit'>): Charge | null {
  return date && charged !== null ? { date, charged, credit } : null;
}

/** The credit in a customer's balance, in pence; null where that is not known. */
export const creditIn = (balance: number | null): number | null =>
  balance === null ? null : Math.max(0, -balance);

/** Whether a subscription is charged at the end of its period: it goes on, or ends on a date after that. */
export function renews<
  One extends Pick<Renewal, 'hasAccess' | 'cancelAtPeriodEnd' | 'periodEnd' | 'endsAt'>,
>(one: One): one is One & { periodEnd: Date } {
  if (!one.hasAccess || !one.periodEnd) return false;
  return !one.cancelAtPeriodEnd || (one.endsAt != null && one.endsAt > one.periodEnd);
}

/**
 * The next charge of each subscription that renews, by its id, after what the customer's balance pays
 * of it or adds to it. Credit goes to the soonest charges, and those of one subscription may come before
 * the first of another.
 * @param balance pence as Stripe has it: credit is below zero; null while it is not known
 */
export function chargesToCome(held: Renewal[], balance: number | null): Map<string, Charge> {
  const charges = new Map<string, Charge>();
  const due = held.filter(renews).map(({ periodEnd, ...one }) => {
    return { ...one, date: periodEnd, rhythm: rhythmOf(one, periodEnd) };
  });
  let left = balance ?? 0;
  while (charges.size < due.length) {
    const next = due.reduce((soonest, one) => (one.date < soonest.date ? one : soonest));
    const amount = amountAt(next, next.date);
    const { charged, balance: after } = settle(amount, left);
    const credit = balance === null ? null : Math.min(amount, Math.max(0, -left));
    if (!charges.has(next.id)) charges.set(next.id, { date: next.date, charged, credit });
    left = after;
    const later = renewalFrom(next.rhythm, new Date(next.date.getTime() + 1));
    next.date = next.endsAt && next.endsAt <= later ? never : later;
  }
  return charges;
}

/** What a subscription is charged at a renewal, before credit. Pence. */
export function amountAt(
  { amount, newAmount, newAmountFrom }: Pick<Renewal, 'amount' | 'newAmount' | 'newAmountFrom'>,
  date: Date,
): number {
  return newAmount != null && newAmountFrom && newAmountFrom <= date ? newAmount : amount;
}

/** What is charged of an invoice (pence) with a balance, and the balance after it. */
export function settle(total: number, balance: number): { charged: number; balance: number } {
  const owed = total + balance;
  return owed < leastCharge ? { charged: 0, balance: owed } : { charged: owed, balance: 0 };
}

/**
 * From when the cycles count by Stripe: the end of its trial or its beginning, where the period ends as
 * they have it; a change of cycle begins anew at a moment that we do not keep, whose day is the period's.
 */
function rhythmOf({ cycle, trialEnd, startedAt }: Omit<Renewal, 'periodEnd'>, end: Date): Rhythm {
  const isAnchor = (anchor: Date) =>
    anchor <= end && renewalFrom({ anchor, cycle }, end).getTime() === end.getTime();
  const begun = [trialEnd, startedAt].find((moment) => moment && isAnchor(moment));
  return { anchor: begun ?? end, cycle };
}
