import { type BillingDetails, NO_DETAILS } from '../store/billing-details.ts';

/** Who pays, as the session tells it. */
export function detailsOf(
  email: string | null,
  name: string | null,
  { address, businessName, taxId }: BillingDetails = NO_DETAILS,
) {
  return {
    address,
    business_name: businessName,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none' as const,
    tax_ids: taxId ? [taxId] : [],
  };
}
