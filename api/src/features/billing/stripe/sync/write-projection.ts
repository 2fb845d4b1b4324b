import { v7 as uuid } from 'uuid';
import type { Db } from '../../../../db/client.ts';
import type { Services } from '../../../../services.ts';
import {
  deleteUnpaid,
  findPayments,
  type PaymentRow,
  upsertPayment,
} from '../../payments/repository.ts';
import {
  expireOthers,
  findSubscriptionsOfUser,
  upsertSubscription,
} from '../../subscriptions/repository.ts';
import { noteWithdrawal } from '../../withdrawals/notes.ts';
import type { Customer } from '../customers/customers-repository.ts';
import { queueConfirmations } from '../mails/confirmation.ts';
import {
  queueConfirmationsAsked,
  queueCreditReceipts,
  queuePaymentMails,
} from '../mails/payment-mails.ts';
import {
  type Change,
  type MailContext,
  type MailQueue,
  queueSubscriptionMails,
} from '../mails/subscription-mails.ts';
import { fieldsThatDiffer } from './field-differences.ts';
import type { Projection } from './projection.ts';

/** Writes what Stripe says of a customer over our rows, and queues the mails that follow from it. */
export async function writeProjection(
  services: Services,
  transaction: Db,
  customer: Customer,
  projection: Projection,
): Promise<void> {
  const mails = customer.isDeleted ? toNobody : services.mails;
  const { takenAt: stripeNow, balance, covered, toConfirm } = projection;
  const siteUrl = services.env.APP_URL;
  const context = { mails, transaction, customer, stripeNow, balance, siteUrl };
  const changes = await writeSubscriptions(transaction, customer, projection);
  // First: where there was an agreement it is the mail of a trial's beginning, too.
  await queueConfirmations(context, changes, projection);
  await queueSubscriptionMails(context, changes);
  await noteWithdrawals(transaction, changes, projection);
  const before = await writePayments(context, projection);
  await queueCreditReceipts(context, covered);
  await queueConfirmationsAsked(context, toConfirm, before);
}

/** Who withdrew is written down here where they died before they did so themselves. */
async function noteWithdrawals(
  transaction: Db,
  changes: Change[],
  { withdrawals }: Projection,
): Promise<void> {
  for (const { before, after } of changes) {
    const withdrawal = withdrawals.get(after.stripeId);
    if (!withdrawal?.by || before?.withdrawnAt) continue;
    await noteWithdrawal(transaction, after, { ...withdrawal, by: withdrawal.by });
  }
}

/** Somebody who has been deleted has no address any more. */
const toNobody: MailQueue = { queue: async () => false };

async function writeSubscriptions(
  transaction: Db,
  customer: Customer,
  { subscriptions: read }: Projection,
): Promise<Change[]> {
  // A sync that began before a deletion has read words that are erased by now.
  const all = customer.isDeleted ? read.map((one) => ({ ...one, cancelComment: null })) : read;
  const before = await findSubscriptionsOfUser(transaction, customer.userId);
  const was = (stripeId: string) => before.find((row) => row.stripeId === stripeId);
  // What Stripe no longer lists, or what this code cannot read, gives no access.
  const listed = all.map(({ stripeId }) => stripeId);
  const lost = await expireOthers(transaction, customer.userId, listed);
  const changes = lost.map((after) => ({ before: was(after.stripeId), after }));
  // What ended goes first, then what may have moved to another product: both make room for what
  // began on the same one.
  const isNew = ({ stripeId }: { stripeId: string }) => Number(was(stripeId) === undefined);
  const inOrder = all.toSorted(
    (a, b) => Number(a.hasAccess) - Number(b.hasAccess) || isNew(a) - isNew(b),
  );
  for (const subscription of inOrder) {
    const known = was(subscription.stripeId);
    const after = isWritten(subscription, known)
      ? known
      : await upsertSubscription(transaction, uuid(), customer.userId, subscription);
    changes.push({ before: known, after });
  }
  return changes;
}

/** Answers the payments that were known before, by invoice. */
async function writePayments(
  context: MailContext,
  { payments, notPayments, subscriptions, takenAt }: Projection,
): Promise<Map<string, PaymentRow>> {
  const { transaction, customer } = context;
  const { userId } = customer;
  await deleteUnpaid(transaction, userId, notPayments);
  // Once the subscription has ended there is nothing left to fix.
  const stillTried = new Set(
    subscriptions.filter((one) => one.paymentProblem).map((one) => one.stripeId),
  );
  const known = await findPayments(transaction, { userId });
  const before = new Map(known.map((row) => [row.stripeInvoiceId, row]));
  for (const payment of payments) {
    const was = before.get(payment.stripeInvoiceId);
    // What has not changed since the sync before has its receipt, too: they were written together.
    const isOld = isWritten(payment, was);
    if (isOld && was.status !== 'failed') continue;
    const row = isOld
      ? was
      : await upsertPayment(transaction, { id: uuid(), userId, takenAt }, payment);
    const news = { before: was, payment: row };
    await queuePaymentMails(context, news, stillTried.has(row.stripeSubscriptionId ?? ''));
  }
  return before;
}

/** Whether a row says all that already. Most syncs find little that is new. */
function isWritten<Row>(projected: object, row: Row | undefined): row is Row {
  return (
    row !== undefined &&
    fieldsThatDiffer({ ...projected }, { ...row } as Record<string, unknown>).length === 0
  );
}
