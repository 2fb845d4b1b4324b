import { retention as privacyTable } from 'contract/legal/privacy-tables';
import { inWords } from 'contract/retention';
import { expect, it } from 'vitest';
import { keeping } from './retention.ts';

const rows = new Map<string, string>(privacyTable.rows.map(([data, kept]) => [data, kept]));
type Row = (typeof privacyTable.rows)[number][0];
/** Nothing in it is about a person whom it could be told to. */
const nobody = null;

/** Which row of the privacy policy says for how long the rows of a table are kept: one without is refused here. */
const told: Record<keyof typeof keeping, Row | null> = {
  users: 'Your account',
  stripeCustomers: 'Your account',
  sessions: 'Sessions',
  passwordResets: 'Links to reset a password',
  emailLinks: 'Links to confirm an email',
  emailChanges: 'A change of your email, and the links to undo it',
  dataCopies: 'A copy of your data that you asked for',
  authenticatorApps: 'Two-step login',
  passkeys: 'Two-step login',
  recoveryCodes: 'Two-step login',
  rateLimits: 'How often something was tried, by which we hold attackers back',
  checkoutIntents: 'Checkouts that you began',
  payments: 'Payment records',
  paymentTallies: nobody,
  subscriptions: 'Your subscriptions, and what you may use by them',
  productAccess: 'Your subscriptions, and what you may use by them',
  trialHolders: nobody,
  agreements: 'What you agreed to',
  priceMoves: 'Notices of a new price',
  trialCards: 'The mark of the card of a free trial',
  trialAllowances: 'A further free trial that we allowed you',
  auditLog: 'Security records',
  outgoingEmails: 'Records of emails to you, and of notices from Stripe',
  stripeEvents: 'Records of emails to you, and of notices from Stripe',
  productDeliveries: 'What your products were told of your access',
  productKeys: nobody,
  productEndpoints: nobody,
  legalVersions: nobody,
  legalChanges: nobody,
  pastRevenue: nobody,
  buildAssets: nobody,
  refusedWebhooks: nobody,
  reconciliationRuns: nobody,
  retentionRuns: nobody,
  tallies: nobody,
  tallyChanges: nobody,
  tallyTerms: nobody,
  tallyRecounts: nobody,
};

/** The periods after which rows of a table are cleared away. */
function periodsOf(name: keyof typeof keeping) {
  const kept = keeping[name];
  if ('rules' in kept) return kept.rules.map(({ period }) => period);
  return 'period' in kept ? [kept.period] : [];
}

it.each(Object.keys(told) as (keyof typeof keeping)[])(
  'the privacy policy says for how long it is kept: %s',
  (name) => {
    const row = told[name];
    if (row === nobody) return;
    const said = rows.get(row)?.toLowerCase() ?? '';
    expect(said).not.toBe('');
    for (const period of periodsOf(name)) {
      const inFigures = `${period.count} ${period.unit}s`;
      expect([inWords(period), inFigures].some((words) => said.includes(words))).toBe(true);
    }
  },
);
