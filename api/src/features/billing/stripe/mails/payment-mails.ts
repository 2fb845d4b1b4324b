import { planName, productName } from 'contract/catalogue';
import { millisecondsOf, retention } from 'contract/retention';
import type { PaymentRow } from '../../payments/repository.ts';
import { creditIn } from '../../subscriptions/charges-to-come.ts';
import type { Customer } from '../customers/customers-repository.ts';
import type { Covered, ToConfirm } from '../sync/projection.ts';
import { named } from './notices.ts';
import type { MailContext } from './subscription-mails.ts';

/** Longer than Stripe tries a payment, and shorter than it is known which mails went. */
const newsForMs = (2 / 3) * millisecondsOf(retention.sentMails);
/** A payment that failed, or went back, so long ago that it was told of then. */
const isOldNews = ({ status, paidAt }: PaymentRow, now: Date): boolean =>
  (status === 'failed' || status === 'refunded') && now.getTime() - paidAt.getTime() > newsForMs;

/** Whether it was paid, whatever came of it later: we may see it first when it has gone back already. */
const isPaid = (payment: PaymentRow | undefined): boolean =>
  payment?.status === 'success' || payment?.status === 'refunded';

/**
 * Queues what a customer is to be told of a payment, which may have been known `before`.
 * `isStillTried`: its subscription goes on, so that a payment which failed can still be put right.
 */
export async function queuePaymentMails(
  { mails, transaction, customer, balance, stripeNow }: MailContext,
  { before, payment }: { before: PaymentRow | undefined; payment: PaymentRow },
  isStillTried: boolean,
): Promise<void> {
  const described = describe(customer, payment);
  // What was told of once is not told of anew when the record of that mail has gone.
  if (isPaid(payment) && !isPaid(before) && !isOldNews(payment, stripeNow)) {
    await mails.queue(transaction, {
      cause: `payment-receipt:${payment.stripeInvoiceId}`,
      template: 'payment-receipt',
      to: customer.email,
      content: {
        ...described,
        paidAt: payment.paidAt.toISOString(),
        credit: payment.credit,
        vat: payment.vat,
        creditLeft: creditIn(balance),
      },
    });
  }
  const isKnown = before?.status === 'failed' && isOldNews(payment, stripeNow);
  if (payment.status === 'failed' && isStillTried && !isKnown) {
    await mails.queue(transaction, {
      cause: `payment-failed:${payment.stripeInvoiceId}`,
      template: 'payment-failed',
      to: customer.email,
      content: { ...described, dueAt: payment.paidAt.toISOString() },
    });
  }
}

/** How long ago an invoice may have been paid by credit alone, to be told of: there is no row of it. */
const stillNews = 7 * 86_400_000;

/** Queues the receipts of what credit has paid for alone, which is no payment. */
export async function queueCreditReceipts(
  { mails, transaction, customer, balance, stripeNow }: MailContext,
  covered: Covered[],
): Promise<void> {
  for (const { invoiceId, paidAt, credit, vat, plan } of covered) {
    if (paidAt.getTime() < stripeNow.getTime() - stillNews) continue;
    await mails.queue(transaction, {
      cause: `payment-receipt:${invoiceId}`,
      template: 'payment-receipt',
      to: customer.email,
      content: {
        ...describe(customer, { productId: plan.productId, planId: plan.id, amount: 0 }),
        paidAt: paidAt.toISOString(),
        credit,
        vat,
        creditLeft: creditIn(balance),
      },
    });
  }
}

/**
 * Queues what the bank's customer is to be told of payments that wait for them, once for each. `before`
 * says what was known of them, by invoice.
 */
export async function queueConfirmationsAsked(
  { mails, transaction, customer, stripeNow }: MailContext,
  toConfirm: ToConfirm[],
  before: Map<string, PaymentRow>,
): Promise<void> {
  for (const { payment, page } of toConfirm) {
    const was = before.get(payment.stripeInvoiceId);
    if (was && isOldNews(was, stripeNow)) continue;
    await mails.queue(transaction, {
      cause: `payment-confirm:${payment.stripeInvoiceId}`,
      template: 'payment-confirm',
      to: customer.email,
      content: {
        ...describe(customer, payment),
        dueAt: payment.paidAt.toISOString(),
        card: customer.card && named(customer.card),
        page,
      },
    });
  }
}

function describe(
  { firstName }: Customer,
  { productId, planId, amount }: Pick<PaymentRow, 'productId' | 'planId' | 'amount'>,
) {
  return { firstName, product: productName(productId), plan: planName(planId), amount };
}
