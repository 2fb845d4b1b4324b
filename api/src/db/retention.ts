import { type Period, retention } from 'contract/retention';
import {
  auditEntries,
  type Clear,
  contentOfCopies,
  rowsWhere,
  signIns,
} from './retention-clears.ts';
import {
  agreementsOver,
  allowancesOver,
  endedSubscriptions,
  oldPayments,
  priceMovesOver,
  trialCardsOver,
} from './retention-of-deleted.ts';
import type * as schema from './schema.ts';

/** How what is over is cleared away. */
interface Rule {
  period: Period;
  /** How often it is looked for: within the hour after its time, or the day. */
  every: 'hour' | 'day';
  clear: Clear;
}

/** For how long a table's rows are kept, or why they stay. */
type Keeping =
  | { rules: Rule[] }
  /** Cleared away by something else, after its period. */
  | { period: Period; by: string }
  | { stays: string };

const hourly = (period: Period, clear: Clear): Rule => ({ period, every: 'hour', clear });
const daily = (period: Period, clear: Clear): Rule => ({ period, every: 'day', clear });

const figure = { stays: 'figures, of nobody by name' };
const legalText = { stays: 'the legal texts, the same for everybody' };

/**
 * For how long the rows of every table are kept, and how those that are over are cleared away. Who
 * adds a table decides here: one that is missing is refused by the compiler. It is kept in this order:
 * a subscription goes after its payments, and what was agreed and told of it after the subscription.
 */
export const keeping: { [Name in keyof typeof schema]: Keeping } = {
  users: { period: retention.inactiveAccount, by: 'the deletion of inactive accounts' },
  sessions: { rules: [hourly(retention.session, rowsWhere.sessionsOver)] },
  passwordResets: { rules: [hourly(retention.resetLink, rowsWhere.resetsOver)] },
  emailChanges: { rules: [hourly(retention.emailUndo, rowsWhere.emailChangesOver)] },
  emailLinks: { rules: [hourly(retention.emailLink, rowsWhere.emailLinksOver)] },
  dataCopies: {
    rules: [
      hourly(retention.dataCopy, contentOfCopies),
      daily(retention.deliveryRecords, rowsWhere.oldCopies),
    ],
  },
  authenticatorApps: { rules: [hourly(retention.unfinishedSetUp, rowsWhere.unfinishedApps)] },
  passkeys: { stays: 'until they are removed, or the account is deleted' },
  recoveryCodes: { stays: 'until they are used or replaced, or the account is deleted' },
  rateLimits: { rules: [hourly(retention.rateLimits, rowsWhere.limitsOver)] },
  stripeCustomers: { stays: 'ties the row that a user leaves to what Stripe has to keep' },
  checkoutIntents: { rules: [daily(retention.checkouts, rowsWhere.checkoutsOver)] },
  payments: { rules: [daily(retention.payments, oldPayments)] },
  subscriptions: { rules: [daily(retention.payments, endedSubscriptions)] },
  agreements: {
    rules: [
      daily(retention.choices, rowsWhere.choicesLeft),
      daily(retention.agreements, agreementsOver),
    ],
  },
  priceMoves: { rules: [daily(retention.agreements, priceMovesOver)] },
  productAccess: { stays: 'until the subscriptions of somebody who was deleted are cleared away' },
  productKeys: { stays: 'until an administrator ends them' },
  productEndpoints: { stays: 'until an administrator removes them' },
  productDeliveries: { rules: [daily(retention.deliveryRecords, rowsWhere.oldDeliveries)] },
  legalVersions: legalText,
  legalChanges: legalText,
  trialCards: { rules: [daily(retention.trialCards, trialCardsOver)] },
  trialAllowances: { rules: [daily(retention.trialCards, allowancesOver)] },
  pastRevenue: figure,
  buildAssets: { rules: [daily(retention.replacedAssets, rowsWhere.assetsReplaced)] },
  stripeEvents: { rules: [daily(retention.stripeEvents, rowsWhere.eventsDone)] },
  refusedWebhooks: { rules: [daily(retention.deliveryRecords, rowsWhere.oldRefusals)] },
  reconciliationRuns: { rules: [daily(retention.reports, rowsWhere.oldChecks)] },
  retentionRuns: { rules: [daily(retention.reports, rowsWhere.oldRuns)] },
  auditLog: {
    rules: [daily(retention.signIns, signIns), daily(retention.auditLog, auditEntries)],
  },
  outgoingEmails: {
    rules: [
      daily(retention.sentMails, rowsWhere.mailsSent),
      daily(retention.sentMails, rowsWhere.mailsInVain),
    ],
  },
  tallies: figure,
  tallyChanges: { stays: 'figures, of which the searchable name goes within seconds' },
  tallyTerms: figure,
  tallyRecounts: figure,
  trialHolders: figure,
  paymentTallies: figure,
};

/** The rules that are kept so often, each with the name of its table. */
export function rulesOf(every: Rule['every']): (Rule & { table: string })[] {
  return Object.entries(keeping).flatMap(([table, kept]) => {
    const rules = 'rules' in kept ? kept.rules : [];
    return rules.filter((rule) => rule.every === every).map((rule) => ({ ...rule, table }));
  });
}
