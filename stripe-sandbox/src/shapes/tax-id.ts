import type { GivenTaxId } from '../store/billing-details.ts';
import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

/** A customer's tax id. Nobody verifies it here, as in Stripe's test mode for most numbers. */
export function newTaxId(
  created: number,
  customer: string,
  { type, value }: GivenTaxId,
): Doc<'tax_id'> {
  return {
    id: newId('txi'),
    object: 'tax_id',
    country: type.slice(0, 2) === 'eu' ? value.slice(0, 2) : type.slice(0, 2).toUpperCase(),
    created,
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, customer_account: null, type: 'customer' },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  };
}
