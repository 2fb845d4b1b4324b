import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

/** A rate that automatic tax has come to, in percent, for a country. */
export function newTaxRate(
  created: number,
  { country, percentage, inclusive }: { country: string; percentage: number; inclusive: boolean },
): Doc<'tax_rate'> {
  return {
    id: newId('txr'),
    object: 'tax_rate',
    active: false,
    country,
    created,
    description: null,
    display_name: 'VAT',
    effective_percentage: percentage,
    flat_amount: null,
    inclusive,
    jurisdiction: country,
    jurisdiction_level: 'country',
    livemode: false,
    metadata: {},
    percentage,
    rate_type: 'percentage',
    state: null,
    tax_type: 'vat',
  };
}
