import { findProduct, type Plan, type ProductKey } from 'contract/catalogue';
import type { Doc } from 'stripe-sandbox/in-process';
import type { Known } from './trials.ts';
import type { Held } from './truth.ts';

const day = 86_400;
const includes = (plan: Plan) => findProduct(plan.productId)?.includes ?? [];

/** What choosing a plan must lead to, from the rules alone (product B13 to B28). */
export function choiceOf(
  plan: Plan,
  held: Held[],
  known: Known,
): { leads: 'nowhere' } | { leads: 'to a change' } | { leads: 'to checkout'; trialDays: number } {
  const running = held.filter(({ live }) => live);
  const touched = running.filter((one) =>
    includes(one.plan).some((key) => includes(plan).includes(key)),
  );
  if (touched.length === 0) {
    const used = held.filter(({ trialStart }) => trialStart !== null);
    const again = used.some((one) =>
      includes(one.plan).some((key) => includes(plan).includes(key)),
    );
    const trialDays = again && !known.isAllowed ? 0 : (findProduct(plan.productId)?.trialDays ?? 0);
    return { leads: 'to checkout', trialDays };
  }
  const isHeld = touched.some((one) => one.plan.id === plan.id);
  const isInside = touched.some((one) => includes(one.plan).length > includes(plan).length);
  if (isHeld || isInside) return { leads: 'nowhere' };
  // Of several parts, one that is late stands in the way, and one that goes on and can be changed is enough.
  const isLate = touched.some(({ stripeStatus }) => stripeStatus === 'past_due');
  const changed = touched.filter(({ ending, isChangeable }) => !ending && isChangeable);
  const goesOn = changed.length > 0;
  // A trial goes on over nothing whose trial was used: one of those that are changed must be such.
  const isTrialAgain =
    changed.length > 0 &&
    changed.every((part) => part.stripeStatus === 'trialing' && addsUsed(plan, part, held, known));
  return { leads: goesOn && !isLate && !isTrialAgain ? 'to a change' : 'nowhere' };
}

/** Whether a change of a trial would let it go on over what they, or a card of theirs, have had a trial of. */
function addsUsed(plan: Plan, part: Held, held: Held[], { isShared, elsewhere }: Known): boolean {
  const isAdded = (key: ProductKey) =>
    includes(plan).includes(key) && !includes(part.plan).includes(key);
  const had = held.filter((one) => one.trialStart !== null && one.stripeStatus !== 'trialing');
  return (
    (isShared && elsewhere.some(isAdded)) || had.some((one) => includes(one.plan).some(isAdded))
  );
}

/** Where a subscription stands after time has passed. */
export interface Standing {
  stripeStatus: string;
  periodEnd: number;
  endedAt: number | null;
}

/** The days from one failed try to the next; with the fourth the subscription ends. */
const waits = [3, 5, 7];

/** The seconds for which the invoice of a renewal is a draft. */
const draftWait = 3_600;

/** Whether the card of a subscription pays whatever is charged up to a moment (unix seconds). */
export const paysUntil = ({ cardPays, cardExpires }: Held, moment: number): boolean =>
  cardPays && moment < cardExpires;

/**
 * Lets time pass for a subscription up to `until` (unix seconds), by plain arithmetic.
 * @param unpaid its drafts and open invoices
 */
export function passTime(one: Held, until: number, unpaid: Doc<'invoice'>[]): Standing | null {
  if (!one.live) return one;
  let { periodEnd, stripeStatus } = one;
  const [waiting, ...others] = unpaid;
  if (others.length > 0) return null;
  let failures = waiting?.attempt_count ?? 0;
  let nextTry = waiting?.next_payment_attempt ?? null;
  if (stripeStatus === 'past_due' && nextTry === null) return null;
  for (;;) {
    const next = Math.min(periodEnd, one.cancelAt ?? Infinity, nextTry ?? Infinity);
    if (next > until) return { stripeStatus, periodEnd, endedAt: null };
    if (one.cancelAt === next) return { stripeStatus: 'canceled', periodEnd, endedAt: next };
    if (nextTry !== next) {
      if (nextTry !== null) return null;
      periodEnd = boundaryAfter(one.anchor, one.plan.cycle === 'monthly' ? 1 : 12, periodEnd);
      if (stripeStatus === 'trialing') stripeStatus = 'active';
      nextTry = next + draftWait;
      continue;
    }
    const isPaid = paysUntil(one, next);
    stripeStatus = isPaid ? 'active' : 'past_due';
    if (isPaid) {
      nextTry = null;
      failures = 0;
      continue;
    }
    const wait = waits[failures];
    if (wait === undefined) return { stripeStatus: 'canceled', periodEnd, endedAt: next };
    failures += 1;
    nextTry = next + wait * day;
  }
}

/** The first boundary after a moment, of cycles of so many months from the anchor. */
function boundaryAfter(anchor: number, months: number, moment: number): number {
  for (let count = 1; ; count += 1) {
    const boundary = addMonths(anchor, count * months);
    if (boundary > moment) return boundary;
  }
}

/** So many months later on the same day at the same time, or on the last day there is. UTC. */
function addMonths(from: number, months: number): number {
  const [date = '', time = ''] = new Date(from * 1000).toISOString().split('T');
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  const index = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
  const isLeap = (toYear % 4 === 0 && toYear % 100 !== 0) || toYear % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const toDay = Math.min(dayOfMonth, lengths[toMonth - 1] ?? 0);
  const two = (number: number) => String(number).padStart(2, '0');
  return Date.parse(`${toYear}-${two(toMonth)}-${two(toDay)}T${time}`) / 1000;
}
