import { COUNTRIES, hasTaxIdForm, isCountry, taxIdTypeOf } from '../billing/countries.ts';
import { type BillingDetails, NO_DETAILS } from '../store/billing-details.ts';
import { textOf } from './card-form.ts';
import { choice, type Errors, field } from './fields.ts';
import { type Html, html } from './html.ts';

/** What a page asks for beside the card. */
export interface Asked {
  address: boolean;
  business: boolean;
}

/** The fields as they were typed. */
export type Typed = Readonly<Record<(typeof NAMES)[number], string>>;

/** What was typed, what it comes to, and what is wrong with it. */
interface BillingInput {
  typed: Typed;
  details: BillingDetails;
  errors: Map<string, string>;
}

const NAMES = [
  ...(['country', 'line1', 'line2', 'city', 'postal_code'] as const),
  ...(['business_name', 'tax_id'] as const),
];

/** The fields filled in with what is known of a customer. */
export function typedOf(known: BillingDetails): Typed {
  const { address, businessName, taxId } = known;
  return {
    country: address?.country ?? 'GB',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    postal_code: address?.postal_code ?? '',
    business_name: businessName ?? '',
    tax_id: taxId?.value ?? '',
  };
}

/** Reads and checks the fields of a form that were asked for. */
export function readBillingForm(body: unknown, asked: Asked): BillingInput {
  const typed = Object.fromEntries(NAMES.map((name) => [name, textOf(body, name)])) as Typed;
  const errors = new Map<string, string>();
  const details = { ...NO_DETAILS };
  if (asked.address) {
    if (!typed.line1) errors.set('line1', 'Enter the first line of the address.');
    if (!typed.city) errors.set('city', 'Enter the town or city.');
    if (!typed.postal_code) errors.set('postal_code', 'Enter the postal code.');
    const country = isCountry(typed.country) ? typed.country : 'GB';
    const { line1, line2, city, postal_code } = typed;
    details.address = { city, country, line1, line2: line2 || null, postal_code, state: null };
  }
  if (asked.business) readBusiness(typed, details, errors);
  return { typed, details, errors };
}

function readBusiness(typed: Typed, details: BillingDetails, errors: Map<string, string>): void {
  details.businessName = typed.business_name || null;
  if (!typed.tax_id) return;
  const value = typed.tax_id.replace(/\s/g, '').toUpperCase();
  const type = taxIdTypeOf(typed.country || 'GB') ?? 'gb_vat';
  if (!hasTaxIdForm(type, value)) errors.set('tax_id', 'Enter a number such as GB123456789.');
  else if (!typed.business_name) errors.set('business_name', 'Enter the name of the business.');
  details.taxId = { type, value };
}

/** The fields of an address, and of a business. */
export function billingFields(asked: Asked, typed: Typed, errors: Errors): Html {
  return html`${asked.address && addressFields(typed, errors)}${asked.business && businessFields(typed, errors)}`;
}

function addressFields(typed: Typed, errors: Errors): Html {
  const one = (name: keyof Typed, label: string, autocomplete: string, isOptional = false) =>
    field({ name, label, autocomplete, value: typed[name], isOptional }, errors);
  const country = { name: 'country', label: 'Country or region', autocomplete: 'country' };
  return html`<fieldset><legend>Billing address</legend>
${choice(country, COUNTRIES, typed.country || 'GB')}
${one('line1', 'Address line 1', 'address-line1')}
${one('line2', 'Address line 2 (optional)', 'address-line2', true)}
<div class="pair">
${one('city', 'Town or city', 'address-level2')}
${one('postal_code', 'Postal code', 'postal-code')}
</div></fieldset>`;
}

function businessFields(typed: Typed, errors: Errors): Html {
  const isOpen = [typed.business_name, typed.tax_id].some(Boolean);
  const name = { name: 'business_name', label: 'Business name', autocomplete: 'organization' };
  const taxId = { name: 'tax_id', label: 'VAT number (optional)', autocomplete: 'off' };
  return html`<details class="business"${isOpen && html` open`}><summary>I’m purchasing as a business</summary>
${field({ ...name, value: typed.business_name, isOptional: true }, errors)}
${field({ ...taxId, value: typed.tax_id, hint: 'Such as GB123456789', isOptional: true }, errors)}
</details>`;
}
