import type { ShownNow } from './shown.ts';

/**
 * The header in which a page says what it showed when something was agreed to on it (product U370), written
 * as a query is. A release that does not know it passes over it.
 */
export const shownHeader = 'x-shown';

/** What was shown as the header says it. */
export function writeShown(shown: ShownNow): string {
  const known = Object.entries(shown).filter(([, value]) => value !== undefined);
  return String(new URLSearchParams(known.map(([name, value]) => [name, String(value)])));
}
