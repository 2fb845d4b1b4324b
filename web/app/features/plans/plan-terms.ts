import type { BillingCycle } from 'contract/catalogue';
import type { ShownSale } from 'contract/shown';
import type { PlanDecision, PlanOffer } from 'contract/subscriptions';

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

/** The price and the days free that a card shows of an offer. */
export function shownOf(
  offer: PlanOffer,
  cycle: BillingCycle,
): Required<Pick<ShownSale, 'price' | 'trial_days'>> {
  const isNew = decisionOf(offer, cycle).kind === 'subscribe';
  return { price: priceOf(offer, cycle), trial_days: isNew ? offer.trialDays : 0 };
}

/** The price of an offer in pounds, for one cycle. */
export function priceOf(offer: PlanOffer, cycle: BillingCycle): number {
  return cycle === 'monthly' ? offer.monthlyPrice : offer.yearlyPrice;
}
