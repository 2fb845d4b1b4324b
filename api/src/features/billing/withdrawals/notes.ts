import { createHash } from 'node:crypto';
import { productName } from 'contract/catalogue';
import { formatPence } from 'contract/format';
import type Stripe from 'stripe';
import { validate } from 'uuid';
import type { Db } from '../../../db/client.ts';
import type { Services } from '../../../services.ts';
import { auditOnce } from '../../audit/service.ts';
import { findPayments, type PaymentRow } from '../payments/repository.ts';
import { type Customer, findCustomer } from '../stripe/customers/customers-repository.ts';
import { paymentIntents } from '../stripe/invoice-references.ts';
import type { Projection } from '../stripe/sync/projection.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';
import type { SubscriptionRow } from '../subscriptions/repository.ts';
import { hasFailed, nth } from './failed.ts';
import type { Withdrawal } from './withdrawn.ts';

/** What an admin gives back, and why. Pence. */
export interface Reasoned {
  amount: number;
  reason: string;
}

/** A refund that was made, to be written down and told. */
export interface MadeRefund extends Reasoned {
  payment: PaymentRow;
  actorId: string;
  /** How often the same has failed before. */
  failed: number;
}

/** What makes two refunds of one payment the same, written down with each. */
export const marksOf = ({ amount, reason }: Reasoned) => ({ reason, total: String(amount) });
export const printOf = (asked: Reasoned) =>
  createHash('sha256')
    .update(JSON.stringify(marksOf(asked)))
    .digest('base64url');

/** Whether a refund is one of those that are the same by their marks. */
export const isMarked =
  ({ reason, total }: ReturnType<typeof marksOf>) =>
  ({ metadata }: Stripe.Refund): boolean =>
    metadata?.reason === reason && metadata.total === total;

/** From where something was done that only Stripe tells of: who asked died before they wrote it down. */
const untold = 'unknown';

/** Writes a refund down and tells its customer, once, whoever comes by first and however often. */
export async function noteRefund(
  { mails }: Pick<Services, 'mails'>,
  transaction: Db,
  customerId: string,
  made: MadeRefund & { address?: string },
): Promise<void> {
  const { payment, amount, reason, actorId, failed, address = untold } = made;
  // One that a bank has sent back is made, told and noted again.
  const again = failed > 0 ? `, after ${failed} that failed` : '';
  const isNoted = await auditOnce(transaction, {
    ...{ action: 'payment.refunded', target: payment.userId, actorId, address },
    detail: `${formatPence(amount)} of ${formatPence(payment.amount)} for ${productName(payment.productId)}: ${reason} (payment ${payment.id})${again}`,
  });
  const customer = isNoted ? await findCustomer(transaction, customerId) : undefined;
  if (!customer) return;
  const which = `${printOf(made)}${nth(failed)}`;
  await tellRefund(mails, transaction, customer, { payment, amount, which });
}

/** Queues the mail of a refund, `which` of its payment it is, unless its customer was deleted. */
async function tellRefund(
  mails: Services['mails'],
  transaction: Db,
  { email, firstName, isDeleted }: Customer,
  { payment, amount, which }: { payment: PaymentRow; amount: number; which: string },
): Promise<void> {
  if (isDeleted) return;
  await mails.queue(transaction, {
    cause: `payment-refunded:${payment.id}:${which}`,
    template: 'payment-refunded',
    to: email,
    content: {
      firstName,
      product: productName(payment.productId),
      paidAt: payment.paidAt.toISOString(),
      amount: payment.amount,
      refund: amount,
    },
  });
}

/** What a bank held of a payment when somebody withdrew, and what has gone back since. Pence. */
interface Released {
  payment: PaymentRow;
  amount: number;
}

/** Tells a customer that what a bank held of a withdrawal has gone back, once for each payment. */
export function tellReleased(
  { mails }: Pick<Services, 'mails'>,
  transaction: Db,
  customer: Customer,
  released: Released,
): Promise<void> {
  return tellRefund(mails, transaction, customer, { ...released, which: 'withdrawal' });
}

/** What is older was noted, or its note has gone for its age. Seconds. */
const noteWithin = 7 * 86_400;

/**
 * Admins' refunds of the last days on payments of which our rows do not know yet that so much went back:
 * who made them may have died before writing them down. And what withdrawals gave back that a bank had held by our
 * rows: its customer was told that it would come.
 */
export async function refundsToNote(
  { db, stripe }: Pick<Services, 'db' | 'stripe'>,
  userId: string,
  { payments, takenAt }: Projection,
  { invoices }: Snapshot,
): Promise<{ made: MadeRefund[]; released: Released[] }> {
  const made: MadeRefund[] = [];
  const released: Released[] = [];
  if (payments.every(({ refunded }) => refunded === 0)) return { made, released };
  const since = takenAt.getTime() / 1000 - noteWithin;
  for (const payment of await findPayments(db, { userId })) {
    const now = payments.find(({ stripeInvoiceId: id }) => id === payment.stripeInvoiceId);
    const invoice = invoices.find(({ id }) => id === payment.stripeInvoiceId);
    if (!invoice || !now || now.refunded <= payment.refunded) continue;
    const refunds = await refundsOf(stripe, invoice);
    made.push(...madeOf(refunds, { payment, since }));
    const amount = withdrawnOf(refunds);
    if (payment.withheld > 0 && amount > 0) released.push({ payment, amount });
  }
  return { made, released };
}

/** Every refund of what paid an invoice. */
export async function refundsOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.Refund[]> {
  const all: Stripe.Refund[] = [];
  for (const payment_intent of paymentIntents(invoice)) {
    all.push(...(await Array.fromAsync(stripe.refunds.list({ payment_intent, limit: 100 }))));
  }
  return all;
}

/** Pence that withdrawals gave back. */
const withdrawnOf = (refunds: Stripe.Refund[]): number =>
  refunds
    .filter(({ metadata, status }) => metadata?.withdrawal && !hasFailed(status))
    .reduce((sum, { amount }) => sum + amount, 0);

function madeOf(
  refunds: Stripe.Refund[],
  { payment, since }: { payment: PaymentRow; since: number },
): MadeRefund[] {
  const made = new Map<string, MadeRefund>();
  for (const { metadata, status, created } of refunds) {
    const { reason, total, refunded_by: actorId } = metadata ?? {};
    // Metadata can be edited at Stripe: what cannot be ours stops no sync.
    if (!reason || !total || !/^\d+$/.test(total) || !actorId || !validate(actorId)) continue;
    if (hasFailed(status) || created < since) continue;
    const same = refunds.filter(isMarked({ reason, total }));
    const failed = same.filter((one) => hasFailed(one.status)).length;
    made.set(`${total} ${reason}`, { payment, amount: Number(total), reason, actorId, failed });
  }
  return [...made.values()];
}

/** Writes a withdrawal down, once, whoever comes by first and however often. */
export async function noteWithdrawal(
  db: Db,
  row: Pick<SubscriptionRow, 'id' | 'userId' | 'productId' | 'firstPaidAt'>,
  withdrawal: Pick<Withdrawal, 'refund' | 'credit' | 'held' | 'declaredOn'> & {
    by: string;
    address?: string;
  },
): Promise<void> {
  const { declaredOn, by: actorId, address = untold } = withdrawal;
  const declared = declaredOn ? `, declared on ${declaredOn}` : '';
  await auditOnce(db, {
    ...{ action: 'subscription.withdrawn', target: row.userId, actorId, address },
    detail: `${productName(row.productId)}: ${outcomeOf(row, withdrawal)}${declared} (subscription ${row.id})`,
  });
}

/** What came of a withdrawal, in words. */
export function outcomeOf(
  { firstPaidAt }: Pick<SubscriptionRow, 'firstPaidAt'>,
  { refund, credit, held }: Pick<Withdrawal, 'refund' | 'credit' | 'held'>,
): string {
  const parts = [
    ...(refund > 0 ? [`refunded ${formatPence(refund)}`] : []),
    ...(credit > 0 ? [`${formatPence(credit)} of credit comes back`] : []),
    ...(held > 0 ? [`${formatPence(held)} goes back once the bank has decided for us`] : []),
  ];
  if (parts.length > 0) return parts.join(', and ');
  return firstPaidAt ? 'nothing is left to refund' : 'nothing was charged';
}
