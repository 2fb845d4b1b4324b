import { eq, inArray, or } from 'drizzle-orm';
import { accessParts } from './own-copy-access.ts';
import { agreementsCopy } from './own-copy-agreements.ts';
import { factorParts } from './own-copy-factors.ts';
import {
  by,
  copied,
  derived,
  inPounds,
  internal,
  key,
  type Plan,
  plan,
  product,
  secret,
  theirs,
  workings,
} from './own-copy-parts.ts';
import { productParts } from './own-copy-products.ts';
import * as schema from './schema.ts';

type Tables = typeof schema;

/**
 * What of every column of every table is in the copy that somebody is given of their data (UK GDPR,
 * articles 15 and 20). Who adds a column decides here.
 */
export const ownCopy: { [Name in keyof Tables]: Plan<Tables[Name]> } = {
  users: {
    name: 'account',
    rowsOf: ({ id }) => eq(schema.users.id, id),
    columns: {
      id: copied,
      email: copied,
      emailKey: derived,
      firstName: copied,
      lastName: copied,
      passwordHash: secret,
      role: copied,
      isActive: copied,
      isDemo: workings,
      deactivatedAt: copied,
      deletedAt: internal('empty for whoever can ask'),
      lastLoginAt: copied,
      deletionDueAt: copied,
      emailVerifiedAt: copied,
      opensUnverified: workings,
      createdAt: copied,
      updatedAt: copied,
      words: derived,
    },
  },
  ...accessParts,
  dataCopies: {
    name: 'copiesOfData',
    rowsOf: ({ id }) => eq(schema.dataCopies.userId, id),
    columns: {
      id: secret,
      userId: theirs,
      requestedAt: copied,
      madeAt: copied,
      expiresAt: copied,
      fetchedAt: copied,
      content: internal('it is the copy'),
    },
  },
  ...factorParts,
  ...productParts,
  stripeCustomers: {
    name: 'customerAtStripe',
    rowsOf: ({ id }) => eq(schema.stripeCustomers.userId, id),
    columns: {
      id: copied,
      userId: theirs,
      syncStarted: workings,
      syncWritten: workings,
      balance: { copied: (pence) => (pence === null ? null : inPounds(pence)) },
      card: copied,
      purgedUntil: workings,
      createdAt: copied,
    },
  },
  checkoutIntents: {
    name: 'checkouts',
    rowsOf: ({ id }) => eq(schema.checkoutIntents.userId, id),
    columns: {
      id: key,
      userId: theirs,
      planId: plan,
      trialDays: copied,
      status: copied,
      stripeSessionId: copied,
      createdAt: copied,
    },
  },
  subscriptions: {
    name: 'subscriptions',
    rowsOf: ({ id }) => eq(schema.subscriptions.userId, id),
    columns: {
      id: copied,
      userId: theirs,
      stripeId: copied,
      stripeStatus: copied,
      productId: product,
      planId: plan,
      cycle: copied,
      amount: { copied: inPounds },
      status: copied,
      hasAccess: copied,
      paymentProblem: copied,
      triedUntil: copied,
      invoiceToConfirm: copied,
      newAmount: { copied: (pence) => (pence === null ? null : inPounds(pence)) },
      newAmountFrom: copied,
      cancelAtPeriodEnd: copied,
      startedAt: copied,
      trialStart: copied,
      trialEnd: copied,
      trialRefused: copied,
      periodEnd: copied,
      endsAt: copied,
      cancelRequestedAt: copied,
      cancelReason: copied,
      cancelComment: copied,
      withdrawSince: copied,
      withdrawRefund: { copied: (pence) => (pence === null ? null : inPounds(pence)) },
      withdrawCredit: { copied: (pence) => (pence === null ? null : inPounds(pence)) },
      withdrawnAt: copied,
      endedAt: copied,
      firstPaidAt: copied,
      lostAt: copied,
      createdAt: copied,
      updatedAt: copied,
    },
  },
  payments: {
    name: 'payments',
    rowsOf: ({ id }) => eq(schema.payments.userId, id),
    columns: {
      id: copied,
      userId: theirs,
      stripeInvoiceId: copied,
      stripeSubscriptionId: copied,
      productId: product,
      planId: plan,
      amount: { copied: inPounds },
      refunded: { copied: inPounds },
      withheld: { copied: inPounds },
      credit: { copied: inPounds },
      vat: { copied: inPounds },
      status: copied,
      paidAt: copied,
      createdAt: copied,
      updatedAt: copied,
    },
  },
  ...agreementsCopy,
  trialCards: {
    name: 'cardsThatHadATrial',
    rowsOf: ({ id }) => eq(schema.trialCards.userId, id),
    columns: {
      cardHash: secret,
      product: copied,
      userId: theirs,
      stripeId: copied,
      createdAt: copied,
    },
  },
  trialAllowances: {
    name: 'trialsAllowedAgain',
    rowsOf: ({ id }) => eq(schema.trialAllowances.userId, id),
    columns: { userId: theirs, id: key, stripeId: copied, createdAt: copied },
  },
  stripeEvents: {
    name: 'noticesFromStripe',
    rowsOf: ({ id }, db) =>
      inArray(
        schema.stripeEvents.customerId,
        db
          .select({ id: schema.stripeCustomers.id })
          .from(schema.stripeCustomers)
          .where(eq(schema.stripeCustomers.userId, id)),
      ),
    columns: {
      id: copied,
      type: copied,
      customerId: derived,
      createdAt: copied,
      receivedAt: copied,
      processedAt: workings,
    },
  },
  outgoingEmails: {
    name: 'emailsToYou',
    rowsOf: ({ email }) => eq(schema.outgoingEmails.recipient, email),
    columns: {
      cause: copied,
      template: copied,
      recipient: copied,
      content: copied,
      createdAt: copied,
      sentAt: copied,
    },
  },
  auditLog: {
    name: 'securityRecords',
    rowsOf: ({ id, email }) =>
      or(
        eq(schema.auditLog.actorId, id),
        eq(schema.auditLog.target, id),
        eq(schema.auditLog.target, email),
      ),
    columns: {
      id: key,
      at: copied,
      action: copied,
      actorId: { copied: (actor, _row, { id }) => by(actor, id) },
      target: copied,
      detail: copied,
      // Where an administrator sat says nothing of the one whose copy it is.
      address: {
        copied: (address, { actorId }, { id }) =>
          actorId === null || actorId === id ? address : null,
      },
    },
  },
  rateLimits: internal('counters under a hash, for some hours'),
  pastRevenue: internal('figures, of nobody by name'),
  refusedWebhooks: internal('figures, of nobody'),
  reconciliationRuns: internal('reports of a comparison of all customers'),
  retentionRuns: internal('figures, of nobody'),
  tallies: internal('figures, of nobody by name'),
  tallyChanges: derived,
  tallyTerms: internal('figures, of nobody by name'),
  tallyRecounts: internal('figures, of nobody'),
  trialHolders: derived,
  paymentTallies: derived,
};
