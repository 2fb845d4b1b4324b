import { type BillingCycle, findProduct } from 'contract/catalogue';
import type { PlanOffer } from 'contract/subscriptions';
import { formatLongDate, formatPounds } from '../../lib/format.ts';

/** What subscribing would mean for this person. */
export type Purchase =
  | { kind: 'new' }
  | { kind: 'held' }
  | { kind: 'other-cycle' }
  | { kind: 'included'; in: string }
  | { kind: 'upgrade'; from: string };

/** A day of a trial: Stripe counts 24 hours, whatever the clocks do meanwhile. */
const dayMs = 86_400_000;

/** An offer in the cycle it was chosen for. */
export interface PlanChoice {
  offer: PlanOffer;
  cycle: BillingCycle;
  planId: string;
}

/** Whether the purchase takes the place of something that is held. */
export function changesPlan({ kind }: Purchase): boolean {
  return kind === 'other-cycle' || kind === 'upgrade';
}

/** The price of an offer in pounds, for one cycle. */
export function priceOf(offer: PlanOffer, cycle: BillingCycle): number {
  return cycle === 'monthly' ? offer.monthlyPrice : offer.yearlyPrice;
}

function holds(offer: PlanOffer): boolean {
  return offer.monthlySubscribed || offer.yearlySubscribed;
}

/** Compares an offer with what is held already. */
export function purchaseOf(offer: PlanOffer, cycle: BillingCycle, all: PlanOffer[]): Purchase {
  if (cycle === 'monthly' ? offer.monthlySubscribed : offer.yearlySubscribed)
    return { kind: 'held' };
  if (holds(offer)) return { kind: 'other-cycle' };
  const includes = findProduct(offer.id)?.includes ?? [];
  const held = all.filter((other) => other.id !== offer.id && holds(other));
  for (const other of held) {
    const theirs = findProduct(other.id)?.includes ?? [];
    if (includes.every((key) => theirs.includes(key))) return { kind: 'included', in: other.name };
    if (theirs.every((key) => includes.includes(key))) {
      return { kind: 'upgrade', from: held.map(({ name }) => name).join(' and ') };
    }
  }
  return { kind: 'new' };
}

/** The essential terms as pairs of name and text: price, trial, first charge, how to cancel. */
export function essentialTerms(
  offer: PlanOffer,
  cycle: BillingCycle,
  purchase: Purchase,
  now = new Date(),
): { name: string; text: string }[] {
  const price = formatPounds(priceOf(offer, cycle));
  const terms = [
    {
      name: 'Price',
      text: `${price} every ${cycle === 'monthly' ? 'month' : 'year'}, until you cancel`,
    },
  ];
  if (purchase.kind === 'other-cycle') {
    terms.push({
      name: 'Change',
      text: `Replaces your ${cycle === 'monthly' ? 'yearly' : 'monthly'} plan`,
    });
    terms.push({ name: 'Charge', text: 'The difference is shown before you confirm' });
  } else if (purchase.kind === 'upgrade') {
    terms.push({ name: 'Change', text: `Replaces ${purchase.from}, with credit for unused time` });
    terms.push({ name: 'Charge', text: 'The difference is shown before you confirm' });
  } else if (offer.trialDays > 0) {
    const firstCharge = new Date(now.getTime() + offer.trialDays * dayMs);
    terms.push({ name: 'Free trial', text: `${offer.trialDays} days` });
    terms.push({ name: 'First charge', text: `${price} on ${formatLongDate(firstCharge)}` });
  } else {
    terms.push({ name: 'Free trial', text: 'Already used, so this plan starts paid' });
    terms.push({ name: 'First charge', text: `${price} today` });
  }
  terms.push({
    name: 'Cancel',
    text: 'Any time under My Subscriptions. You keep access until the paid or trial period ends.',
  });
  return terms;
}
