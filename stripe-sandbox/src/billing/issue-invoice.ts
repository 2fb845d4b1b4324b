import { invalid } from '../http/errors.ts';
import type { InvoiceBasis } from '../shapes/invoice.ts';
import { newInvoicePayment } from '../shapes/invoice-payment.ts';
import { newPaymentIntent } from '../shapes/payment-intent.ts';
import type { Doc } from '../store/documents.ts';
import { previousAttributes } from '../work/diff.ts';
import type { Work } from '../work/work.ts';
import { assess, composeInvoice } from './compose-invoice.ts';
import { moveBalance } from './customer-balance.ts';
import { endUsedDiscounts } from './discounts.ts';
import { amountDue } from './minimum.ts';
import { pendingItems } from './pending-items.ts';

type Invoice = Doc<'invoice'>;

type Basis = Pick<InvoiceBasis, 'reason' | 'lines' | 'period'>;

/** How long the draft of a renewal waits, so that it can still be changed, in seconds. */
const DRAFT_WAIT = 3_600;

/** Fields of a draft that is finalised, and then collected, once it has waited; or that is not. */
export function scheduled(work: Work, customer: string | null, goesOn: boolean): Partial<Invoice> {
  const at = goesOn ? work.now(customer) + DRAFT_WAIT : null;
  return { auto_advance: goesOn, automatically_finalizes_at: at, next_payment_attempt: at };
}

/** Writes an invoice for a subscription and finalises it at once. */
export function issueInvoice(work: Work, subscription: Doc<'subscription'>, basis: Basis): Invoice {
  return finalizeInvoice(work, draftInvoice(work, subscription, basis, {}).id);
}

/**
 * Writes the draft of an invoice for a subscription. Pending prorations join it. The subscription's
 * latest invoice becomes this.
 */
export function draftInvoice(
  work: Work,
  subscription: Doc<'subscription'>,
  basis: Basis,
  schedule: Partial<Invoice>,
): Invoice {
  const customer = work.get('customer', subscription.customer);
  const pending = pendingItems(work, subscription);
  const blank = composeInvoice(work, {
    ...basis,
    lines: [...pending.map(({ line }) => line), ...basis.lines],
    customer,
    subscription,
    created: work.now(customer.id),
  });
  const invoice = { ...blank, ...schedule };
  for (const { item } of pending) {
    work.change('invoiceitem', item.id, { invoice: invoice.id }, 'invoiceitem.updated');
  }
  work.add('invoice', invoice, 'invoice.created');
  work.save('subscription', {
    ...work.get('subscription', subscription.id),
    latest_invoice: invoice.id,
  });
  endUsedDiscounts(work, subscription, invoice);
  return invoice;
}

/** Tells what a subscription has become since `before`, its latest invoice included. */
export function announceUpdate(work: Work, before: Doc<'subscription'>): void {
  const now = work.get('subscription', before.id);
  work.emit('customer.subscription.updated', now, previousAttributes(before, now));
}

/** Draft to open: numbered, credit applied, a payment intent made. Paid at once when nothing is due. */
export function finalizeInvoice(work: Work, id: string): Invoice {
  const waiting = work.get('invoice', id);
  if (waiting.status !== 'draft') {
    throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  }
  const draft = assess(work, waiting, true);
  const customer = work.get('customer', draft.customer ?? '');
  const now = work.now(customer.id);
  const due = amountDue(draft.total, customer.balance, draft.currency);
  const applied = due - draft.total;
  const sequence = customer.next_invoice_sequence ?? 1;
  const counted = { next_invoice_sequence: sequence + 1 };
  if (applied === 0) work.change('customer', customer.id, counted, 'customer.updated');
  else {
    const type = 'applied_to_invoice';
    const movement = { amount: -applied, currency: draft.currency, type, invoice: id } as const;
    moveBalance(work, customer.id, movement, counted);
  }
  const open = work.change(
    'invoice',
    id,
    {
      ...draft,
      status: 'open',
      automatically_finalizes_at: null,
      number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
      amount_due: due,
      amount_remaining: due,
      starting_balance: customer.balance,
      ending_balance: customer.balance - applied,
      effective_at: now,
      hosted_invoice_url: `${work.publicUrl}/i/${id}`,
      invoice_pdf: `${work.publicUrl}/i/${id}`,
      status_transitions: { ...draft.status_transitions, finalized_at: now },
    },
    'invoice.finalized',
  );
  if (due === 0) return markPaid(work, open, 0);
  const intent = newPaymentIntent({
    amount: due,
    currency: open.currency,
    created: now,
    customer: customer.id,
    description:
      open.billing_reason === 'subscription_create'
        ? 'Subscription creation'
        : 'Subscription update',
  });
  work.add('payment_intent', intent, 'payment_intent.created');
  work.save('invoice_payment', newInvoicePayment(now, open, intent.id));
  return open;
}

/**
 * Open to paid, with the events Stripe sends for it. `amount` is what was taken now, with the
 * `attempts` that it took by Stripe's count.
 */
export function markPaid(
  work: Work,
  invoice: Invoice,
  amount: number,
  attempts = invoice.attempt_count,
): Invoice {
  const paid: Invoice = {
    ...work.get('invoice', invoice.id),
    status: 'paid',
    attempt_count: attempts,
    attempted: true,
    auto_advance: false,
    amount_paid: amount,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: {
      ...invoice.status_transitions,
      paid_at: work.now(invoice.customer),
    },
  };
  work.save('invoice', paid);
  work.emit('invoice.paid', paid);
  work.emit('invoice.payment_succeeded', paid);
  return paid;
}
