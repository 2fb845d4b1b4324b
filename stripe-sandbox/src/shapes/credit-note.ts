import { listOf } from '../http/list.ts';
import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

type Note = Doc<'credit_note'>;

/** What a credit note comes to; amounts in the smallest unit. */
export interface NoteBasis {
  created: number;
  invoice: Doc<'invoice'>;
  amount: number;
  /** What of it is tax. */
  tax: number;
  prePayment: number;
  number: string;
  pdf: string;
}

/** An issued credit note over one amount. */
export function newCreditNote(basis: NoteBasis, given: Partial<Note>): Note {
  const { amount, tax, invoice, created, prePayment } = basis;
  const id = newId('cn');
  const [taxed] = invoice.total_taxes ?? [];
  const taxes = taxed ? [{ ...taxed, amount: tax, taxable_amount: amount - tax }] : [];
  const line: Note['lines']['data'][number] = {
    id: newId('cnli'),
    object: 'credit_note_line_item',
    amount,
    description: invoice.lines.data[0]?.description ?? null,
    discount_amount: 0,
    discount_amounts: [],
    invoice_line_item: invoice.lines.data[0]?.id ?? '',
    livemode: false,
    metadata: null,
    pretax_credit_amounts: [],
    quantity: 1,
    tax_rates: [],
    taxes,
    type: 'invoice_line_item',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created,
    currency: invoice.currency,
    customer: invoice.customer ?? '',
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: created,
    invoice: invoice.id,
    lines: listOf([line], `/v1/credit_notes/${id}/lines`),
    livemode: false,
    memo: null,
    metadata: {},
    number: basis.number,
    out_of_band_amount: null,
    pdf: basis.pdf,
    post_payment_amount: amount - prePayment,
    pre_payment_amount: prePayment,
    pretax_credit_amounts: [],
    reason: null,
    refunds: [],
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount - tax,
    total: amount,
    total_excluding_tax: amount - tax,
    total_taxes: taxes,
    type: prePayment === amount ? 'pre_payment' : 'post_payment',
    voided_at: null,
    ...given,
  };
}
