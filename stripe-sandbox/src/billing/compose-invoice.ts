import { type InvoiceBasis, newInvoice } from '../shapes/invoice.ts';
import type { Doc, LineItem } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { billedTo } from './billing-details.ts';
import { discounted } from './discounts.ts';
import { taxCountryOf, taxOfLine, taxOn } from './tax.ts';

type Invoice = Doc<'invoice'>;
type TotalTax = NonNullable<Invoice['total_taxes']>[number];

/** A draft over the given lines with what its customer is charged in tax, by the address of now. */
export function composeInvoice(work: Work, basis: InvoiceBasis): Invoice {
  return assess(work, discounted(work, newInvoice(basis), basis.subscription));
}

/**
 * Works out tax and totals of a draft anew, by what its customer is now. While it waits, somebody
 * whose country is not known may still give an address; once it is `final` there is no tax on it.
 */
export function assess(work: Work, draft: Invoice, isFinal = false): Invoice {
  const customer = work.get('customer', draft.customer ?? '');
  const invoice = { ...draft, ...billedTo(work, customer) };
  if (!invoice.automatic_tax.enabled) return invoice;
  const country = taxCountryOf(work, customer);
  if (country === null) return isFinal ? untaxed(invoice) : invoice;
  const isExempt = customer.tax_exempt === 'exempt';
  const lines = invoice.lines.data.map((line) => ({
    ...line,
    taxes: [taxOfLine(work, line, { country, isExempt })],
  }));
  const taxes = lines.flatMap((line) => line.taxes);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const added = sum(
    taxes.map(({ amount, tax_behavior }) => (tax_behavior === 'exclusive' ? amount : 0)),
  );
  const total = invoice.subtotal - discountOf(invoice) + added;
  const netOf = ({ amount, taxes: [tax] }: (typeof lines)[number]) =>
    tax?.tax_behavior === 'inclusive'
      ? amount - taxOn({ amount, behaviour: 'inclusive', country, isExempt })
      : amount;
  const due = Math.max(0, total);
  return {
    ...invoice,
    automatic_tax: {
      disabled_reason: null,
      enabled: true,
      liability: { type: 'self' },
      provider: 'stripe',
      status: 'complete',
    },
    lines: { ...invoice.lines, data: lines },
    subtotal_excluding_tax: sum(lines.map(netOf)),
    total,
    total_excluding_tax: total - sum(taxes.map(({ amount }) => amount)),
    total_taxes: byRate(taxes),
    amount_due: due,
    amount_remaining: due,
  };
}

/** What discounts take off an invoice, in the smallest unit. */
function discountOf({ total_discount_amounts: discounts }: Invoice): number {
  return (discounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** Stripe does not wait for an address: the invoice goes out without tax, and says why. */
function untaxed(invoice: Invoice): Invoice {
  return {
    ...invoice,
    automatic_tax: {
      ...invoice.automatic_tax,
      disabled_reason: 'finalization_requires_location_inputs',
      enabled: false,
    },
  };
}

function byRate(taxes: NonNullable<LineItem['taxes']>): TotalTax[] {
  const totals = new Map<string, TotalTax>();
  for (const tax of taxes) {
    const key = tax.tax_rate_details?.tax_rate ?? '';
    const known = totals.get(key);
    totals.set(key, {
      ...tax,
      amount: tax.amount + (known?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (known?.taxable_amount ?? 0),
    });
  }
  return [...totals.values()];
}
