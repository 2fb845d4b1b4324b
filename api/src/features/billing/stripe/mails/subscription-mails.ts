import { findProduct, productName } from 'contract/catalogue';
import type { Db } from '../../../../db/client.ts';
import type { Mails } from '../../../../emails/mails.ts';
import {
  type Charge,
  chargesToCome,
  creditIn,
  renews,
  underWay,
} from '../../subscriptions/charges-to-come.ts';
import { endReasonOf } from '../../subscriptions/end-reason.ts';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import type { Customer } from '../customers/customers-repository.ts';
import { laterEnd, named, noticesDue } from './notices.ts';
import { isReminderDue, reminderCause } from './trial-reminder.ts';

/** One subscription before and after a sync. */
export interface Change {
  before: SubscriptionRow | undefined;
  after: SubscriptionRow;
}

export type MailQueue = Pick<Mails, 'queue'>;

/** Where the mails of a sync go, and what they are judged by. */
export interface MailContext {
  mails: MailQueue;
  transaction: Db;
  customer: Customer;
  /** Stripe's time at the snapshot. */
  stripeNow: Date;
  /** Stripe's balance of the customer in pence, credit below zero; null where it is not known. */
  balance: number | null;
  /** The origin of links in what is written at once. */
  siteUrl: string;
}

/**
 * Queues what a customer is to be told of the changes. Every cause is named by Stripe's ids and
 * times, so rows that are lost and written again cause nothing twice; and what the row of before says
 * already was told with it, in one transaction, so it is not told again once that record has gone.
 */
export async function queueSubscriptionMails(
  context: MailContext,
  changes: Change[],
): Promise<void> {
  const held = changes.map(({ after }) => after).filter(({ hasAccess }) => hasAccess);
  const charges = chargesToCome(held, context.balance);
  const chargeOf = ({ id, amount }: SubscriptionRow) => {
    const { charged = amount, credit = null } = charges.get(id) ?? {};
    return { charged, credit };
  };
  await queueNotices(
    context,
    changes.map(({ after }) => after),
  );
  for (const change of changes) {
    if (change.after.trialRefused) {
      if (!change.before?.trialRefused) await queueRefusal(context, change.after);
      continue;
    }
    const charge = chargeOf(change.after);
    await queueTrialMails(context, change, charge);
    await queueCancellationMails(context, change, charge);
    await queueEndMail(context, change, held);
    await queueWithdrawalMail(context, change);
  }
}

async function queueNotices(
  { mails, transaction, customer, balance, stripeNow }: MailContext,
  subscriptions: SubscriptionRow[],
) {
  const { email: to, firstName, card } = customer;
  const due = noticesDue({ firstName, subscriptions, balance, card }, stripeNow);
  for (const { cause, template, content } of due) {
    await mails.queue(transaction, { cause, template, to, content });
  }
}

async function queueRefusal(
  { mails, transaction, customer }: MailContext,
  { stripeId, productId }: SubscriptionRow,
) {
  await mails.queue(transaction, {
    cause: `trial-refused:${stripeId}`,
    template: 'trial-refused',
    to: customer.email,
    content: { firstName: customer.firstName, product: productName(productId) },
  });
}

async function queueTrialMails(
  { mails, transaction, customer, stripeNow }: MailContext,
  { before, after: row }: Change,
  charge: Pick<Charge, 'charged' | 'credit'>,
) {
  if (!row.trialEnd) return;
  const content = {
    firstName: customer.firstName,
    product: productName(row.productId),
    cycle: row.cycle,
    trialEnd: row.trialEnd.toISOString(),
    amount: row.amount,
    ...charge,
    card: customer.card && named(customer.card),
    ...laterEnd(row),
  };
  if (row.status === 'trial' && before?.status !== 'trial') {
    await mails.queue(transaction, {
      cause: `trial-started:${row.stripeId}`,
      template: 'trial-started',
      to: customer.email,
      content,
    });
  }
  // Where it was known to be paid the first charge is over, whatever our own clock says.
  if (before?.status === 'active' || !isReminderDue(row, stripeNow)) return;
  const cause = reminderCause(row.stripeId, row.trialEnd);
  const isNew = await mails.queue(transaction, {
    cause,
    template: 'trial-ending',
    to: customer.email,
    content,
  });
  if (!isNew && before && before.amount !== row.amount) {
    await mails.queue(transaction, {
      cause: `first-charge:${row.stripeId}:${before.planId}:${row.planId}:${seconds(stripeNow)}`,
      template: 'first-charge',
      to: customer.email,
      content,
    });
  }
}

async function queueCancellationMails(
  { mails, transaction, customer }: MailContext,
  { before, after }: Change,
  charge: Pick<Charge, 'charged' | 'credit'>,
) {
  const product = productName(after.productId);
  const due = underWay(after);
  const stillDue = due && { underWay: { charged: due.charged, credit: due.credit } };
  const wasEnding = before?.cancelAtPeriodEnd ?? false;
  if (after.cancelAtPeriodEnd && after.endsAt && (!wasEnding || isBroughtForward(before, after))) {
    await mails.queue(transaction, {
      cause: `subscription-ending:${after.stripeId}:${seconds(after.cancelRequestedAt ?? after.endsAt)}`,
      template: 'subscription-ending',
      to: customer.email,
      content: {
        firstName: customer.firstName,
        isActive: customer.isActive,
        product,
        endsAt: after.endsAt.toISOString(),
        onTrial: after.status === 'trial',
        ...(renews(after) && { renewsAt: after.periodEnd.toISOString() }),
        ...(after.paymentProblem && { isDue: true }),
        ...stillDue,
        ...(due?.charged && customer.card && { card: named(customer.card) }),
      },
    });
  }
  if (before && wasEnding && !after.cancelAtPeriodEnd && after.hasAccess) {
    await mails.queue(transaction, {
      cause: `cancellation-undone:${after.stripeId}:${seconds(before.cancelRequestedAt ?? before.endsAt)}`,
      template: 'cancellation-undone',
      to: customer.email,
      content: {
        firstName: customer.firstName,
        product,
        nextCharge: after.periodEnd?.toISOString() ?? null,
        amount: after.amount,
        ...charge,
        ...stillDue,
      },
    });
  }
}

/** Whether what was to be charged until a date of support's is set to end before that. */
function isBroughtForward(before: SubscriptionRow | undefined, after: SubscriptionRow): boolean {
  if (!before?.endsAt || !after.endsAt || after.endsAt >= before.endsAt) return false;
  return renews(before) && !renews(after);
}

async function queueEndMail(
  { mails, transaction, customer, stripeNow, balance }: MailContext,
  { before, after }: Change,
  held: SubscriptionRow[],
) {
  const reason = endReasonOf(after);
  if (!before?.hasAccess || after.hasAccess || reason === 'withdrawn') return;
  const endedAt = after.endedAt ?? stripeNow;
  await mails.queue(transaction, {
    cause: `subscription-ended:${after.stripeId}:${nameOfEnd(after)}`,
    template: 'subscription-ended',
    to: customer.email,
    content: {
      firstName: customer.firstName,
      isActive: customer.isActive,
      product: productName(after.productId),
      endedAt: endedAt.toISOString(),
      reason: reason === 'asked' && !isAskedForByHolder(after) ? 'other' : reason,
      replacedBy: nameOfCover(after, held),
      creditLeft: held.length === 0 ? creditIn(balance) : null,
    },
  });
}

/** Whether it ended when its holder wanted it to, and not because support or an admin ended it. */
function isAskedForByHolder({ cancelReason, endsAt, endedAt }: SubscriptionRow): boolean {
  return cancelReason !== null && (!endsAt || !endedAt || endedAt >= endsAt);
}

/** In place of the mail about an end. */
async function queueWithdrawalMail(
  { mails, transaction, customer }: MailContext,
  { before, after }: Change,
) {
  if (!before || before.withdrawnAt || !after.withdrawnAt) return;
  await mails.queue(transaction, {
    cause: `withdrawal-confirmed:${after.stripeId}`,
    template: 'withdrawal-confirmed',
    to: customer.email,
    content: {
      firstName: customer.firstName,
      product: productName(after.productId),
      withdrawnAt: after.withdrawnAt.toISOString(),
      refund: after.withdrawRefund ?? 0,
      creditBack: after.withdrawCredit ?? 0,
      held: after.withdrawHeld ?? 0,
      wasPaid: after.firstPaidAt !== null,
    },
  });
}

/** Where Stripe names no end it may go on later and end so again, in another period. */
function nameOfEnd({ endedAt, stripeStatus, periodEnd }: SubscriptionRow): string {
  return endedAt ? String(seconds(endedAt)) : `${stripeStatus}:${seconds(periodEnd)}`;
}

/** The name of a subscription that runs on and includes all that this one did. */
function nameOfCover({ productId }: SubscriptionRow, held: SubscriptionRow[]): string | null {
  const needed = findProduct(productId)?.includes ?? [];
  const cover = held.find((other) =>
    needed.every((key) => findProduct(other.productId)?.includes.includes(key)),
  );
  return cover ? productName(cover.productId) : null;
}

function seconds(moment: Date | null): number {
  return (moment?.getTime() ?? 0) / 1000;
}
