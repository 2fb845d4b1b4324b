import type { CardDetails } from './card-details.ts';
import { behaviourOf } from './test-cards.ts';

/** What may be kept of a test card's number, or undefined when the number is no test card. */
export function readCard(
  digits: string,
  rest: Pick<CardDetails, 'expMonth' | 'expYear' | 'name'>,
): CardDetails | undefined {
  const behaviour = behaviourOf(digits);
  return behaviour && { behaviour, brand: 'visa', last4: digits.slice(-4), ...rest };
}
