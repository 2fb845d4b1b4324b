import type { BillingCycle } from 'contract/catalogue';

/** How a subscription renews, by Stripe. */
export interface Rhythm {
  /** The moment from which its cycles are counted. */
  anchor: Date;
  cycle: BillingCycle;
}

/** The first renewal at a moment or after it: cycles keep the anchor's day, or end with the month. UTC. */
export function renewalFrom({ anchor, cycle }: Rhythm, earliest: Date): Date {
  const months = cycle === 'monthly' ? 1 : 12;
  for (let count = 1; ; count += 1) {
    const renewal = monthsAfter(anchor, count * months);
    if (renewal >= earliest) return renewal;
  }
}

function monthsAfter(anchor: Date, months: number): Date {
  const later = new Date(anchor);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0));
  later.setUTCDate(Math.min(anchor.getUTCDate(), lastDay.getUTCDate()));
  return later;
}
