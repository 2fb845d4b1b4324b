import { planName, productName } from 'contract/catalogue';
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
import type { Customer } from '../customers/customers-repository.ts';
import {
  type Change,
  type MailQueue,
  queueSubscriptionMails,
} from '../mails/subscription-mails.ts';
import { fieldsThatDiffer } from './field-differences.ts';
import type { Facts } from './projection.ts';

/** Writes what Stripe says of a customer over our rows, and queues the mails that follow from it. */
export async function writeFacts(
  services: Services,
  transaction: Db,
  customer: Customer,
  facts: Facts,
): Promise<void> {
  const mails = customer.isDeleted ? toNobody : services.mails;
  const changes = await writeSubscriptions(transaction, customer, facts);
  const stripeNow = facts.takenAt;
  await queueSubscriptionMails({ mails, transaction, customer, stripeNow }, changes);
  await writePayments({ mails }, transaction, customer, facts);
}

/** Somebody who has been deleted has no address any more. */
const toNobody: MailQueue = { queue: async () => {} };

async function writeSubscriptions(
  transaction: Db,
  customer: Customer,
  { subscriptions: all }: Facts,
): Promise<Change[]> {
  const before = await findSubscriptionsOfUser(transaction, customer.userId);
  const was = (stripeId: string) => before.find((row) => row.stripeId === stripeId);
  // What Stripe no longer lists, or what this code cannot read, gives no access.
  const listed = all.map((facts) => facts.stripeId);
  const lost = await expireOthers(transaction, customer.userId, listed);
  const changes = lost.map((after) => ({ before: was(after.stripeId), after }));
  // What ended goes first, then what may have moved to another product: both make room for what
  // began on the same one.
  const isNew = ({ stripeId }: { stripeId: string }) => Number(was(stripeId) === undefined);
  const inOrder = all.toSorted(
    (a, b) => Number(a.hasAccess) - Number(b.hasAccess) || isNew(a) - isNew(b),
  );
  for (const facts of inOrder) {
    const known = was(facts.stripeId);
    const after = isWritten(facts, known)
      ? known
      : await upsertSubscription(transaction, uuid(), customer.userId, facts);
    changes.push({ before: known, after });
  }
  return changes;
}

async function writePayments(
  { mails }: { mails: MailQueue },
  transaction: Db,
  customer: Customer,
  { payments, notPayments, subscriptions }: Facts,
): Promise<void> {
  await deleteUnpaid(transaction, customer.userId, notPayments);
  const stillTried = new Set(
    subscriptions.filter((one) => one.paymentProblem).map((one) => one.stripeId),
  );
  const known = await findPayments(transaction, { userId: customer.userId });
  const before = new Map(known.map((row) => [row.stripeInvoiceId, row]));
  for (const facts of payments) {
    const was = before.get(facts.stripeInvoiceId);
    // What has not changed since the look before has its receipt, too: they were written together.
    const isOld = isWritten(facts, was);
    if (isOld && was.status !== 'failed') continue;
    const row = isOld ? was : await upsertPayment(transaction, uuid(), customer.userId, facts);
    const common = { to: customer.email };
    if (row.status === 'success') {
      await mails.queue(transaction, {
        ...common,
        cause: `payment-receipt:${row.stripeInvoiceId}`,
        template: 'payment-receipt',
        content: { ...described(customer, row), paidAt: row.paidAt.toISOString() },
      });
    }
    // Once the subscription has ended there is nothing left to fix.
    if (row.status === 'failed' && stillTried.has(row.stripeSubscriptionId ?? '')) {
      await mails.queue(transaction, {
        ...common,
        cause: `payment-failed:${row.stripeInvoiceId}`,
        template: 'payment-failed',
        content: { ...described(customer, row), dueAt: row.paidAt.toISOString() },
      });
    }
  }
}

/** Whether a row says all that already. Most looks find little that is new. */
function isWritten<Row>(facts: object, row: Row | undefined): row is Row {
  return (
    row !== undefined &&
    fieldsThatDiffer({ ...facts }, { ...row } as Record<string, unknown>).length === 0
  );
}

function described({ firstName }: Customer, { productId, planId, amount }: PaymentRow) {
  return { firstName, product: productName(productId), plan: planName(planId), amount };
}
