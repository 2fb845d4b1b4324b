import { formatPence } from 'contract/format';
import type Stripe from 'stripe';
import { Conflict, NotFound } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { findPayment, type PaymentRow } from '../payments/repository.ts';
import { explainOutage, isOvertaken } from '../stripe/client.ts';
import { findCustomerOfUser } from '../stripe/customers/customers-repository.ts';
import { takeSnapshot } from '../stripe/sync/snapshot.ts';
import { syncSoon } from '../stripe/sync/sync-soon.ts';
import { hasFailed, nth } from './failed.ts';
import { backOf, type Refundable, refundable } from './money.ts';
import { isMarked, marksOf, noteRefund, printOf, refundsOf } from './notes.ts';

interface Refunding {
  paymentId: string;
  /** Pence. */
  amount: number;
  reason: string;
  /** Pence that the admin saw as given back before. */
  refunded?: number | undefined;
  actorId: string;
  address: string;
}

/**
 * Gives back a payment, in whole or in part, by an admin's hand; nothing else changes by it. The same
 * amount for the same reason is given back once, however often it is asked for. Answers what is told
 * of it. Throws NotFound; Conflict for more than is left, for what was never paid and for what a
 * bank holds; Unavailable while Stripe is away.
 */
export async function refundPayment(services: Services, asked: Refunding): Promise<string> {
  const { db } = services;
  const { amount, reason, actorId, address } = asked;
  const payment = await findPayment(db, asked.paymentId);
  const customerId = payment && (await findCustomerOfUser(db, payment.userId));
  if (!payment || !customerId) throw new NotFound();
  const { isNew, failed } = await explainOutage(() =>
    giveBack(services, payment, customerId, asked),
  );
  // Also for a repeat: who asked first may have died before this was written.
  await db.transaction((transaction) =>
    noteRefund(services, transaction, customerId, {
      ...{ payment, amount, reason, actorId, address, failed },
    }),
  );
  if (!isNew) throw new Conflict('This refund was made already. Another one needs another reason.');
  await syncSoon(services, customerId);
  return `Refunded ${formatPence(amount)}`;
}

/** Whether it was given back now, or the very same before; and how often that has failed. */
async function giveBack(
  { stripe }: Services,
  payment: PaymentRow,
  customerId: string,
  asked: Refunding,
): Promise<{ isNew: boolean; failed: number }> {
  const snapshot = await takeSnapshot(stripe, customerId);
  const invoice = snapshot.invoices.find(({ id }) => id === payment.stripeInvoiceId);
  if (invoice?.status !== 'paid') {
    throw new Conflict('This payment did not go through, so there is nothing to refund.');
  }
  const { isMade, failed } = await triesOf(stripe, invoice, asked);
  if (isMade) return { isNew: false, failed };
  const charges = refundable([invoice], snapshot, true);
  const left = charges.reduce((sum, one) => sum + one.left, 0);
  if (left === 0) {
    throw new Conflict(
      'Nothing of this payment is left to refund: it has gone back, or a bank decides on it.',
    );
  }
  if (asked.amount > left) {
    const message = `Only ${formatPence(left)} of this payment can still be refunded.`;
    throw new Conflict(message, 'amount');
  }
  const back = Math.min(invoice.amount_paid, backOf(invoice, snapshot));
  if (asked.refunded !== undefined && asked.refunded !== back) {
    throw new Conflict(`${formatPence(back)} of this payment has gone back by now. Look again.`);
  }
  await unlessMeanwhile(refundCharges(stripe, charges, { ...asked, failed }));
  return { isNew: true, failed };
}

/** Whether the very same was given back, and how often a bank has sent it back. */
async function triesOf(stripe: Stripe, invoice: Stripe.Invoice, asked: Refunding) {
  const same = (await refundsOf(stripe, invoice)).filter(isMarked(marksOf(asked)));
  const failed = same.filter(({ status }) => hasFailed(status)).length;
  return { isMade: same.length > failed, failed };
}

async function refundCharges(
  stripe: Stripe,
  charges: Refundable[],
  asked: Refunding & { failed: number },
): Promise<void> {
  const marks = marksOf(asked);
  const print = printOf(asked);
  let owed = asked.amount;
  for (const { charge, left } of charges) {
    const amount = Math.min(owed, left);
    if (amount === 0) return;
    owed -= amount;
    await stripe.refunds.create(
      { charge: charge.id, amount, metadata: { ...marks, refunded_by: asked.actorId } },
      // Two clicks, and two admins who mean the same, are one refund.
      { idempotencyKey: `refund-${charge.id}-${print}${nth(asked.failed)}` },
    );
  }
}

/** Somebody else, or a bank, may have come first. */
async function unlessMeanwhile(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    throw new Conflict('Something else was done to this payment at that moment. Look again.');
  }
}
