import { isCountry } from '../billing/countries.ts';
import { invalid } from '../http/errors.ts';
import { hash, type Param, text } from '../http/params.ts';

/** Two letters that stand for a country. */
const country: Param<string> = {
  read(raw, name) {
    const value = text.read(raw, name);
    if (isCountry(value)) return value;
    throw invalid(
      `Country '${value}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
      name,
      'country_code_invalid',
    );
  },
};

/** A postal address in a request. */
export const addressParam = hash({
  city: text,
  country,
  line1: text,
  line2: text,
  postal_code: text,
  state: text,
});

/** An address as it is stored: what was not sent is null. */
export function addressOf(sent: Partial<Record<string, string | null | undefined>>) {
  return {
    city: sent.city ?? null,
    country: sent.country ?? null,
    line1: sent.line1 ?? null,
    line2: sent.line2 ?? null,
    postal_code: sent.postal_code ?? null,
    state: sent.state ?? null,
  };
}
