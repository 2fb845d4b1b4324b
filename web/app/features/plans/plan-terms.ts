import type { BillingCycle } from 'contract/catalogue';
import type { PlanDecision, PlanOffer } from 'contract/subscriptions';
import { formatLongDate } from '../../lib/format.ts';

/** A day of a trial: Stripe counts 24 hours, whatever the clocks do meanwhile. */
const dayMs = 86_400_000;

/** An offer in the cycle it was chosen for. */
export interface PlanChoice {
  offer: PlanOffer;
  cycle: BillingCycle;
  planId: string;
}

/** What the server decides for an offer in one cycle. What is held is never offered again. */
export function decisionOf(offer: PlanOffer, cycle: BillingCycle): PlanDecision {
  const monthly = cycle === 'monthly';
  if (monthly ? offer.monthlySubscribed : offer.yearlySubscribed) return { kind: 'held' };
  // Of an answer without a decision nothing is guessed: the checkout decides anew in any case.
  return (monthly ? offer.monthlyDecision : offer.yearlyDecision) ?? { kind: 'subscribe' };
}

/** Whether the purchase takes the place of something that is held. */
export function changesPlan({ kind }: PlanDecision): boolean {
  return kind === 'change-cycle' || kind === 'upgrade';
}

/** The price of an offer in pounds, for one cycle. */
export function priceOf(offer: PlanOffer, cycle: BillingCycle): number {
  return cycle === 'monthly' ? offer.monthlyPrice : offer.yearlyPrice;
}

/**
 * What differs from plan to plan, as pairs of name and text: trial and first charge, or what a change
 * replaces. The price stands above them, and what all plans have in common below the cards.
 */
export function essentialTerms(
  offer: PlanOffer,
  cycle: BillingCycle,
  decision: PlanDecision,
  now = new Date(),
): { name: string; text: string }[] {
  const terms: { name: string; text: string }[] = [];
  if (decision.kind === 'change-cycle') {
    terms.push({
      name: 'Change',
      text: `Replaces your ${cycle === 'monthly' ? 'yearly' : 'monthly'} plan`,
    });
    terms.push({ name: 'Charge', text: 'The difference is shown before you confirm' });
  } else if (decision.kind === 'upgrade') {
    const replaced = decision.replaces.join(' and ');
    terms.push({ name: 'Change', text: `Replaces ${replaced}, with credit for unused time` });
    terms.push({ name: 'Charge', text: 'The difference is shown before you confirm' });
  } else if (offer.trialDays > 0) {
    const firstCharge = new Date(now.getTime() + offer.trialDays * dayMs);
    terms.push({ name: 'Free trial', text: `${offer.trialDays} days` });
    terms.push({ name: 'First charge', text: formatLongDate(firstCharge) });
  } else {
    const used = offer.trialRefused ? 'Already used with your card' : 'Already used';
    terms.push({ name: 'Free trial', text: `${used}, so this plan starts paid` });
    terms.push({ name: 'First charge', text: 'Today' });
  }
  return terms;
}
