import { newTaxId } from '../shapes/tax-id.ts';
import type { GivenTaxId } from '../store/billing-details.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

/** A customer's tax ids, the oldest first. */
export function taxIdsOf(work: Work, customer: string): Doc<'tax_id'>[] {
  return work.store.all('tax_id', [{ path: 'customer', op: '=', value: customer }]).reverse();
}

/** Adds a tax id, unless the customer has the very same. */
export function addTaxId(work: Work, customer: string, given: GivenTaxId): Doc<'tax_id'> {
  const known = taxIdsOf(work, customer).find(
    ({ type, value }) => type === given.type && value === given.value,
  );
  if (known) return known;
  return work.add(
    'tax_id',
    newTaxId(work.now(customer), customer, given),
    'customer.tax_id.created',
  );
}

/** Takes a tax id off its customer. */
export function removeTaxId(work: Work, taxId: Doc<'tax_id'>): void {
  work.store.remove('tax_id', taxId.id);
  work.emit('customer.tax_id.deleted', taxId);
}

/** What an invoice says of its customer while it is a draft. */
export function billedTo(work: Work, customer: Doc<'customer'>): Partial<Doc<'invoice'>> {
  const { address, email, name, phone, tax_exempt, invoice_settings: settings } = customer;
  return {
    customer_address: address ?? null,
    customer_email: email,
    customer_name: name ?? null,
    customer_phone: phone ?? null,
    customer_tax_exempt: tax_exempt ?? 'none',
    customer_tax_ids: taxIdsOf(work, customer.id).map(({ type, value }) => ({ type, value })),
    custom_fields: settings.custom_fields,
    footer: settings.footer,
  };
}
