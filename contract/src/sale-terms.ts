import type { TermsHeld } from './agreements.ts';
import type { BillingCycle } from './catalogue.ts';
import { formatLongDate } from './format.ts';
import { promised } from './promised.ts';
import type { PlanDecision } from './subscriptions.ts';
import { chargesVat, vatIncluded } from './vat.ts';

/** A day of a trial: Stripe counts 24 hours, whatever the clocks do meanwhile. */
const dayMs = 86_400_000;

/** One thing that somebody is told before they buy. */
export interface Term {
  name: string;
  text: string;
}

/** A plan as it is offered to somebody. */
export interface Sale {
  cycle: BillingCycle;
  decision: PlanDecision;
  /** Days free; 0 once the trial has been used. */
  trialDays: number;
  /** Its trial was refused for the card that was entered. */
  trialRefused?: boolean;
}

/** Whether the purchase takes the place of something that is held. */
export function changesPlan({ kind }: PlanDecision): boolean {
  return kind === 'change-cycle' || kind === 'upgrade';
}

/** What a plan is charged every one of: 'month' or 'year'. */
export const unitOf = (cycle: BillingCycle) => (cycle === 'monthly' ? 'month' : 'year');

/**
 * What differs from plan to plan: the trial with its end and the first charge, or what a change
 * replaces, which begins no right to withdraw (product U41, U42, B130). The card says it and the agreement keeps it.
 */
export function termsOfSale(
  { cycle, decision, trialDays, trialRefused }: Sale,
  now = new Date(),
): Term[] {
  if (changesPlan(decision)) {
    const replaced =
      decision.kind === 'upgrade'
        ? `${decision.replaces.join(' and ')}, with credit for unused time`
        : `your ${cycle === 'monthly' ? 'yearly' : 'monthly'} plan`;
    return [
      { name: 'Change', text: `Replaces ${replaced}` },
      { name: 'Charge', text: 'The difference is shown before you confirm' },
      { name: 'Withdrawal', text: 'A change begins no new right' },
    ];
  }
  if (trialDays > 0) {
    const ends = formatLongDate(new Date(now.getTime() + trialDays * dayMs));
    return [
      { name: 'Free trial', text: `${trialDays} days, until ${ends}` },
      { name: 'First charge', text: ends },
    ];
  }
  const used = trialRefused ? 'Already used with your card' : 'Already used';
  return [
    { name: 'Free trial', text: `${used}, so this plan starts paid` },
    { name: 'First charge', text: 'Today' },
  ];
}

/**
 * What holds for every plan: the renewal and how to end, with VAT where the company charges it, the right
 * to withdraw, the start at once.
 */
export function sharedTermsOfSale(
  cycle: BillingCycle,
  hasVat = chargesVat,
): [renewal: string, withdrawal: string] {
  return [
    `${hasVat ? `${vatIncluded} ` : ''}Every plan is charged at its price every ${unitOf(cycle)}, until you cancel. Cancel any time under My Subscriptions: you keep access until the paid or trial period ends.`,
    `You may withdraw within ${promised.withdrawalDays} days of subscribing, of the first charge after a trial and of each yearly renewal, and get that payment back in full. By subscribing you ask us to start at once.`,
  ];
}

/** From which day on changed terms hold, for each that is announced (product U371). */
export function changesOfTerms({ to_come }: TermsHeld): Term[] {
  return to_come.map(({ from }) => ({
    name: 'Changed terms',
    text: `Hold from ${formatLongDate(`${from}T12:00:00Z`)}`,
  }));
}

/** A price as it is said beside it: '£24.99 per month'. */
export function priceInWords(amount: string, cycle: BillingCycle): string {
  return `${amount} per ${unitOf(cycle)}`;
}
