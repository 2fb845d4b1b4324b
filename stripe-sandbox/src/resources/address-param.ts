import { hash, text } from '../http/params.ts';

/** A postal address in a request. */
export const addressParam = hash({
  city: text,
  country: text,
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
