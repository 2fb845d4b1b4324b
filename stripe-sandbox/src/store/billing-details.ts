import type Stripe from 'stripe';
import type { Stored } from './stored.ts';

export type Address = Stored<Stripe.Address>;

/** A tax id as it is given: its type by Stripe's list, and its value. */
export interface GivenTaxId {
  type: Stored<Stripe.TaxId>['type'];
  value: string;
}

/** Who is billed and where, as filled in on a page; null where the page did not ask, or got nothing. */
export interface BillingDetails {
  address: Address | null;
  businessName: string | null;
  taxId: GivenTaxId | null;
}

export const NO_DETAILS: BillingDetails = { address: null, businessName: null, taxId: null };
