import { countryName } from '../billing/countries.ts';
import { formatDate, formatMoney } from '../billing/money.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { errorSummary } from './card-fields.ts';
import { taxRows } from './checkout-view.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';

type Invoice = Doc<'invoice'>;

/** How an invoice stands, in a person's words. */
const STANDING: Record<string, string> = {
  open: 'not yet paid',
  paid: 'paid',
  uncollectible: 'not paid',
  void: 'cancelled',
};

/**
 * An invoice to read and to pay, at the address the API gives as its hosted page and its PDF.
 * @param message why it could not be paid just now
 */
export function invoicePage(work: Work, invoice: Invoice, message: string | null = null): Page {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const rows = invoice.lines.data.map((line) => row(line.description, money(line.amount)));
  const body = html`<div class="panel">
<h1>Invoice ${invoice.number}</h1>
<p class="price">${formatDate(invoice.created)}, ${STANDING[invoice.status ?? 'draft'] ?? invoice.status}</p>
${parties(invoice)}
${errorSummary(new Map(), message)}
<div class="rows">${rows}
${(invoice.total_discount_amounts ?? []).map(({ amount }) => row('Discount', money(-amount)))}
${vatRows(work, invoice)}
<p class="row total"><span>Total</span> <strong class="amount">${money(invoice.total)}</strong></p>
${row('Paid', money(invoice.amount_paid))}
${row('Still due', money(invoice.amount_remaining))}
</div>
${
  isPayable(invoice) &&
  html`<form method="post" action="/i/${invoice.id}/pay"><button type="submit">Pay ${money(invoice.amount_remaining)}</button></form>`
}
${invoice.footer && html`<p class="note lines">${invoice.footer}</p>`}</div>`;
  return { title: `Invoice ${invoice.number} (test mode)`, body, width: 'narrow' };
}

function row(label: string | null, amount: string): Html {
  return html`<p class="row"><span>${label}</span> <strong class="amount">${amount}</strong></p>`;
}

/** Who is billed, and what they want to find on it. */
function parties(invoice: Invoice): Html {
  const { customer_name: name, customer_email: email, customer_address: address } = invoice;
  const lines = [
    `Billed to ${[name, email].filter(Boolean).join(', ') || 'the customer'}`,
    address?.line1,
    address?.line2,
    [address?.city, address?.postal_code].filter(Boolean).join(', '),
    address?.country && countryName(address.country),
    ...(invoice.customer_tax_ids ?? []).map(({ value }) => `VAT number ${value}`),
    ...(invoice.custom_fields ?? []).map((one) => `${one.name}: ${one.value}`),
  ];
  return html`<p class="lines">${lines.filter(Boolean).join('\n')}</p>`;
}

function vatRows(work: Work, { total, total_taxes, currency }: Invoice): Html[] {
  return (total_taxes ?? [])
    .filter(({ taxability_reason: reason }) => reason !== 'not_collecting')
    .map(({ amount, tax_rate_details: rate }) =>
      taxRows(
        {
          ...{ total, tax: amount },
          rate: work.store.find('tax_rate', rate?.tax_rate ?? '')?.percentage ?? 0,
        },
        currency,
      ),
    );
}

/** Whether money is still taken for an invoice. */
export function isPayable({ status }: Invoice): boolean {
  return status === 'open' || status === 'uncollectible';
}
