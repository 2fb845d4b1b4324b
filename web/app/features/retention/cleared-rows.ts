import { inWords, type Period, retention } from 'contract/retention';
import type { RetentionRun } from 'contract/retention-runs';

/** What is cleared away, in words, and when; what has no words is shown as it is named. */
const words: Record<string, [what: string, after: Period]> = {
  payments: ['Payments of deleted users', retention.payments],
  subscriptions: ['Subscriptions of deleted users', retention.payments],
  agreements: [
    `Agreements of deleted users; choices of a plan after ${inWords(retention.choices)}`,
    retention.agreements,
  ],
  priceMoves: ['Notices of new prices to deleted users', retention.agreements],
  trialCards: ['Marks of cards of deleted users', retention.trialCards],
  trialAllowances: ['Further trials of deleted users', retention.trialCards],
  auditLog: [`Audit log; log-ins after ${inWords(retention.signIns)}`, retention.auditLog],
  outgoingEmails: ['Records of mails', retention.sentMails],
  stripeEvents: ['Webhooks that were worked off', retention.stripeEvents],
  checkoutIntents: ['Checkouts that are over', retention.checkouts],
  reconciliationRuns: ['Comparisons with Stripe', retention.reports],
  retentionRuns: ['Reports like this one', retention.reports],
  buildAssets: ['Scripts and styles of earlier releases', retention.replacedAssets],
  refusedWebhooks: ['Refused webhooks', retention.deliveryRecords],
  dataCopies: ['Records of copied data', retention.deliveryRecords],
  productDeliveries: ['What products were told', retention.deliveryRecords],
  inactiveAnnounced: ['Mails before a deletion', retention.firstInactivityNotice],
  inactiveDeleted: ['Inactive accounts', retention.inactiveAccount],
};

export interface ClearedRow {
  name: string;
  what: string;
  after: string;
  count: number;
}

/** What a run has cleared away, the most first. */
export function clearedRows({ counts }: RetentionRun): ClearedRow[] {
  return Object.entries(counts)
    .map(([name, count]) => {
      const [what, period] = words[name] ?? [name];
      return { name, what, after: period ? inWords(period) : '', count };
    })
    .toSorted((a, b) => b.count - a.count);
}
