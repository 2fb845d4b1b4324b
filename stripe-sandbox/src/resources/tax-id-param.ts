import { hasTaxIdForm } from '../billing/countries.ts';
import { invalid } from '../http/errors.ts';
import { hash, required, text } from '../http/params.ts';
import type { GivenTaxId } from '../store/billing-details.ts';

export const taxIdParam = hash({ type: required(text), value: required(text) });

/** A tax id as it was sent, blanks taken out. Throws Stripe's error for one of another form. */
export function readTaxId({ type, value: sent }: { type: string; value: string }): GivenTaxId {
  const value = sent.replace(/\s/g, '').toUpperCase();
  if (hasTaxIdForm(type, value)) return { type: type as GivenTaxId['type'], value };
  throw invalid(`Invalid value for ${type}.`, 'value', 'tax_id_invalid');
}
