import { formatDate, formatMoney } from '../billing/money.ts';
import type { Doc } from '../store/documents.ts';
import { errorSummary } from './card-fields.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';

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
export function invoicePage(invoice: Doc<'invoice'>, message: string | null = null): Page {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const rows = invoice.lines.data.map(
    (line) =>
      html`<p class="row"><span>${line.description}</span> <strong class="amount">${money(line.amount)}</strong></p>`,
  );
  const body = html`<div class="panel">
<h1>Invoice ${invoice.number}</h1>
<p class="price">${formatDate(invoice.created)}, ${STANDING[invoice.status ?? 'draft'] ?? invoice.status}</p>
<p>Billed to ${invoice.customer_name ?? invoice.customer_email ?? 'the customer'}${invoice.customer_name && invoice.customer_email ? `, ${invoice.customer_email}` : ''}</p>
${errorSummary(new Map(), message)}
<div class="rows">${rows}
<p class="row total"><span>Total</span> <strong class="amount">${money(invoice.total)}</strong></p>
<p class="row"><span>Paid</span> <strong class="amount">${money(invoice.amount_paid)}</strong></p>
<p class="row"><span>Still due</span> <strong class="amount">${money(invoice.amount_remaining)}</strong></p>
</div>
${
  isPayable(invoice) &&
  html`<form method="post" action="/i/${invoice.id}/pay"><button type="submit">Pay ${money(invoice.amount_remaining)}</button></form>`
}</div>`;
  return { title: `Invoice ${invoice.number} (test mode)`, body, width: 'narrow' };
}

/** Whether money is still taken for an invoice. */
export function isPayable({ status }: Doc<'invoice'>): boolean {
  return status === 'open' || status === 'uncollectible';
}
