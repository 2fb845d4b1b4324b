import { deletedEmail } from 'contract/deleted-email';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { agreementData } from './personal-agreements.ts';
import {
  erased,
  figure,
  kept,
  keptPersonal,
  key,
  nobody,
  type Plan,
  record,
  time,
  work,
} from './personal-data-fates.ts';
import { figureData } from './personal-figures.ts';
import { productData } from './personal-products.ts';
import * as schema from './schema.ts';

type Tables = typeof schema;

const build = kept('what the site is made of, the same for everybody');

/**
 * What becomes of every column of every table when a user is deleted. `erase` does what it says; who
 * adds a column decides here.
 */
export const personalData: { [Name in keyof Tables]: Plan<Tables[Name]> } = {
  users: {
    rowsOf: ({ id }) => eq(schema.users.id, id),
    fate: {
      id: kept('payments refer to it'),
      email: erased(({ id }) => deletedEmail(id)),
      // Without an @: nobody can type an e-mail that comes to this.
      emailKey: erased(({ id }) => id),
      firstName: erased(() => 'Deleted'),
      lastName: erased(() => 'user'),
      passwordHash: erased(({ noPassword }) => noPassword),
      role: erased(() => 'user' as const),
      isActive: erased(() => false),
      isDemo: kept('says that nobody was behind it'),
      deactivatedAt: time,
      deletedAt: erased(() => sql`now()`),
      lastLoginAt: time,
      deletionDueAt: erased(() => null),
      deletionAnnouncedAt: erased(() => null),
      emailVerifiedAt: time,
      opensUnverified: work,
      deviceGeneration: work,
      createdAt: time,
      updatedAt: time,
      words: kept('the database empties it with deletedAt'),
    },
  },
  ...agreementData,
  ...productData,
  sessions: { rowsOf: ({ id }) => eq(schema.sessions.userId, id), fate: 'deleted' },
  passwordResets: { rowsOf: ({ id }) => eq(schema.passwordResets.userId, id), fate: 'deleted' },
  emailChanges: { rowsOf: ({ id }) => eq(schema.emailChanges.userId, id), fate: 'deleted' },
  emailLinks: { rowsOf: ({ id }) => eq(schema.emailLinks.userId, id), fate: 'deleted' },
  dataCopies: { rowsOf: ({ id }) => eq(schema.dataCopies.userId, id), fate: 'deleted' },
  authenticatorApps: {
    rowsOf: ({ id }) => eq(schema.authenticatorApps.userId, id),
    fate: 'deleted',
  },
  passkeys: { rowsOf: ({ id }) => eq(schema.passkeys.userId, id), fate: 'deleted' },
  recoveryCodes: { rowsOf: ({ id }) => eq(schema.recoveryCodes.userId, id), fate: 'deleted' },
  outgoingEmails: {
    // A mail that waits is still sent, and loses address and content then, or after a week in vain.
    rowsOf: ({ email }) =>
      and(eq(schema.outgoingEmails.recipient, email), isNotNull(schema.outgoingEmails.sentAt)),
    fate: {
      cause: kept('ids of ours and of Stripe, so that nothing is sent twice'),
      template: kept('what was sent, to nobody by name'),
      recipient: erased(() => ''),
      content: erased(() => ({})),
      createdAt: time,
      sentAt: time,
    },
  },
  auditLog: {
    fate: {
      id: keptPersonal('of a login it is the id of its session, by which nobody is found any more'),
      at: time,
      action: kept('what was done'),
      actorId: nobody,
      target: keptPersonal(
        'the log is only added to; it has an e-mail where one was typed at a refused sign-in or searched for in an export',
      ),
      address: keptPersonal('the log is only added to; it says from where a system was attacked'),
      detail: keptPersonal(
        'the log is only added to; it has the reason of a refund, in which no name belongs',
      ),
    },
  },
  rateLimits: {
    fate: {
      key: kept('a hash of what was counted, for some hours'),
      points: figure,
      expire: time,
      pending: work,
    },
  },
  stripeCustomers: {
    rowsOf: ({ id }) => eq(schema.stripeCustomers.userId, id),
    fate: {
      id: kept('a refund or dispute of a payment that is kept comes under it'),
      userId: nobody,
      syncStarted: work,
      syncWritten: work,
      balance: work,
      card: erased(() => null),
      purgedUntil: work,
      createdAt: time,
    },
  },
  checkoutIntents: {
    fate: {
      id: key,
      userId: nobody,
      planId: work,
      trialDays: work,
      status: work,
      stripeSessionId: work,
      createdAt: time,
    },
  },
  subscriptions: {
    rowsOf: ({ id }) => eq(schema.subscriptions.userId, id),
    fate: {
      id: key,
      userId: nobody,
      stripeId: record,
      stripeStatus: record,
      productId: record,
      planId: record,
      cycle: record,
      amount: record,
      status: record,
      hasAccess: record,
      paymentProblem: record,
      triedUntil: record,
      invoiceToConfirm: record,
      chargingAt: record,
      chargingAmount: record,
      chargingCredit: record,
      newAmount: record,
      newAmountFrom: record,
      cancelAtPeriodEnd: record,
      startedAt: record,
      trialStart: record,
      trialEnd: record,
      trialRefused: record,
      periodEnd: record,
      endsAt: record,
      cancelRequestedAt: record,
      endedAt: record,
      cancelReason: figure,
      cancelComment: erased(() => null),
      withdrawSince: record,
      withdrawRefund: record,
      withdrawCredit: record,
      withdrawHeld: record,
      withdrawnAt: record,
      firstPaidAt: record,
      lostAt: record,
      createdAt: time,
      updatedAt: time,
    },
  },
  trialCards: {
    fate: {
      cardHash: keptPersonal('a keyed hash of a card, so that a new account gets no second trial'),
      product: kept('what the card has had a trial of'),
      userId: nobody,
      stripeId: work,
      createdAt: time,
    },
  },
  trialAllowances: {
    fate: { userId: nobody, id: key, stripeId: work, createdAt: time },
  },
  payments: {
    fate: {
      id: key,
      userId: nobody,
      stripeInvoiceId: record,
      stripeSubscriptionId: record,
      productId: record,
      planId: record,
      amount: record,
      refunded: record,
      wentBack: record,
      withheld: record,
      credit: record,
      vat: record,
      status: record,
      paidAt: record,
      createdAt: time,
      updatedAt: time,
    },
  },
  stripeEvents: {
    fate: {
      id: work,
      type: work,
      customerId: work,
      createdAt: time,
      receivedAt: time,
      processedAt: time,
    },
  },
  buildAssets: { fate: { address: build, bytes: build, brotli: build, replacedAt: build } },
  refusedWebhooks: { fate: { cause: key, count: figure, firstAt: time, lastAt: time } },
  reconciliationRuns: {
    fate: {
      id: key,
      startedAt: time,
      finishedAt: time,
      checked: figure,
      found: figure,
      differences: kept('ids, states and amounts of subscriptions and payments'),
    },
  },
  retentionRuns: {
    fate: { id: key, startedAt: time, finishedAt: time, counts: figure, isPartial: figure },
  },
  ...figureData,
};
