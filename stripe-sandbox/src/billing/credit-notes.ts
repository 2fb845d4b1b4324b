import { invalid } from '../http/errors.ts';
import { newCreditNote } from '../shapes/credit-note.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { moveBalance } from './customer-balance.ts';
import { markPaid } from './issue-invoice.ts';
import { cancelPayment, intentOf, subscriptionOf } from './pay-invoice.ts';
import { refundCharge } from './refund.ts';

type Invoice = Doc<'invoice'>;

/** How much is credited, and in which ways what was paid goes back; in the smallest unit. */
export interface Crediting {
  amount: number;
  refund: number;
  credit: number;
  outside: number;
  given: Partial<Doc<'credit_note'>>;
}

/**
 * Issues a credit note: what is still owed goes down first, what was paid goes back as asked. Throws
 * Stripe's errors for more than there is, and for ways back that do not add up.
 */
export function issueCreditNote(
  work: Work,
  invoice: Invoice,
  crediting: Crediting,
): Doc<'credit_note'> {
  const { amount, refund, credit, outside, given } = crediting;
  if (invoice.status !== 'open' && invoice.status !== 'paid')
    throw invalid('Credit notes can only be created for open or paid invoices.', 'invoice');
  const { pre_payment_credit_notes_amount: before, post_payment_credit_notes_amount: after } =
    invoice;
  if (amount < 1 || amount > invoice.total - before - after)
    throw invalid('The amount is more than can still be credited.', 'amount');
  const prePayment = Math.min(amount, invoice.amount_remaining);
  const back = amount - prePayment;
  if (refund + credit + outside !== back) {
    throw invalid(
      `The sum of credit amount, refund amount and out of band amount must equal the post payment amount, ${back}.`,
    );
  }
  const count = work.store.all('credit_note', [{ path: 'invoice', op: '=', value: invoice.id }]);
  const taxes = (invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0);
  const note = newCreditNote(
    {
      ...{ created: work.now(invoice.customer), invoice, amount, prePayment },
      tax: Math.round((taxes * amount) / invoice.total),
      number: `${invoice.number}-CN-${String(count.length + 1).padStart(2, '0')}`,
      pdf: invoice.invoice_pdf ?? '',
    },
    { ...given, out_of_band_amount: outside || null },
  );
  const changes = {
    pre_payment_credit_notes_amount: before + prePayment,
    post_payment_credit_notes_amount: after + back,
    amount_due: invoice.amount_due - prePayment,
    amount_remaining: invoice.amount_remaining - prePayment,
  };
  const changed = work.change('invoice', invoice.id, changes, 'invoice.updated');
  if (prePayment > 0) oweLess(work, changed);
  return work.add('credit_note', giveBack(work, note, { refund, credit }), 'credit_note.created');
}

/** What is left is asked for; nothing left is paid. */
function oweLess(work: Work, invoice: Invoice): void {
  if (invoice.amount_remaining === 0) {
    cancelPayment(work, invoice);
    markPaid(work, invoice, invoice.amount_paid);
    const id = subscriptionOf(invoice);
    const late = work.store.find('subscription', id ?? '');
    if (late?.status === 'past_due') {
      work.change('subscription', late.id, { status: 'active' }, 'customer.subscription.updated');
    }
    return;
  }
  const intent = intentOf(work, invoice.id);
  if (!intent) return;
  const amount = invoice.amount_remaining;
  work.save('payment_intent', { ...intent, amount });
  for (const payment of work.store.all('invoice_payment', [
    { path: 'invoice', op: '=', value: invoice.id },
  ])) {
    if (payment.status === 'open')
      work.save('invoice_payment', { ...payment, amount_requested: amount });
  }
}

function giveBack(
  work: Work,
  note: Doc<'credit_note'>,
  { refund, credit }: { refund: number; credit: number },
): Doc<'credit_note'> {
  const paid = work.store.find('charge', intentOf(work, String(note.invoice))?.latest_charge ?? '');
  const made =
    refund > 0 && paid
      ? refundCharge(work, paid, { amount: refund, reason: null, metadata: {} })
      : null;
  if (refund > 0 && !made) throw invalid('This invoice was not paid by a charge.', 'refund_amount');
  const movement =
    credit > 0
      ? moveBalance(work, String(note.customer), {
          ...{ amount: -credit, currency: note.currency, type: 'credit_note' },
          ...{ credit_note: note.id, invoice: null },
        })
      : null;
  return {
    ...note,
    customer_balance_transaction: movement?.id ?? null,
    refunds: made
      ? [
          {
            ...{ amount_refunded: refund, refund: made.id },
            ...{ payment_record_refund: null, type: 'refund' },
          },
        ]
      : [],
  };
}
