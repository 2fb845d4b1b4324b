import type { CardDetails } from '../cards/card-details.ts';
import { expiryOf } from '../cards/expiry.ts';
import { passesLuhn } from '../cards/luhn.ts';
import { readCard } from '../cards/read-card.ts';

/** What goes back into the form after a mistake. Never the number or the CVC. */
export interface Kept {
  name: string;
  expiry: string;
  email: string;
}

/** A form as read: the card, or what is wrong with each field. */
export type CardInput =
  | { card: CardDetails; errors: null; kept: Kept }
  | { card: null; errors: Map<string, string>; kept: Kept };

export const EMPTY: Kept = { name: '', expiry: '', email: '' };

const NOT_A_TEST_CARD =
  'Your card number is not a test card. Use 4242 4242 4242 4242 or another of the test cards below.';

/**
 * Reads and checks the card fields of a form.
 * @param now unix seconds, to tell an expired card
 */
export function readCardForm(body: unknown, now: number): CardInput {
  const field = (name: string) => textOf(body, name);
  const digits = field('number').replace(/[\s-]/g, '');
  const kept = { name: field('name'), expiry: field('expiry'), email: field('email') };
  const errors = new Map<string, string>();
  const card = readCard(digits, { ...readExpiry(kept.expiry), name: kept.name });
  if (!passesLuhn(digits)) errors.set('number', 'Your card number is incomplete or wrong.');
  else if (!card) errors.set('number', NOT_A_TEST_CARD);
  const expiry = expiryError(kept.expiry, now);
  if (expiry) errors.set('expiry', expiry);
  if (!/^\d{3}$/.test(field('cvc'))) {
    errors.set('cvc', 'Enter the 3 digits on the back of the card.');
  }
  if (!kept.name) errors.set('name', 'Enter the name on the card.');
  return card && errors.size === 0 ? { card, errors: null, kept } : { card: null, errors, kept };
}

/** A form field as trimmed text, at most 200 characters. */
export function textOf(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
}

function readExpiry(text: string): { expMonth: number; expYear: number } {
  const [, month, year] = /^(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})$/.exec(text) ?? [];
  const short = Number(year);
  return { expMonth: Number(month), expYear: short < 100 ? 2000 + short : short };
}

function expiryError(text: string, now: number): string | null {
  const expiry = readExpiry(text);
  const { expMonth, expYear } = expiry;
  if (!(expMonth >= 1 && expMonth <= 12 && expYear >= 2000)) {
    return 'Enter a date such as 04/30.';
  }
  return expiryOf(expiry) <= now ? 'This date is in the past.' : null;
}
