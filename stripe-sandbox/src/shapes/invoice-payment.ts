import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

/** The link between an invoice and the payment intent that pays it. */
export function newInvoicePayment(
  created: number,
  invoice: Doc<'invoice'>,
  paymentIntent: string,
): Doc<'invoice_payment'> {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
