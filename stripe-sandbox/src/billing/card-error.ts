import type { Refusal } from '../cards/test-cards.ts';
import { StripeError } from '../http/errors.ts';

/**
 * 402, as Stripe answers a refused card.
 * @param outcome whether what the attempt wrote stays (a failed charge on record) or goes
 */
export function cardError(
  refusal: Refusal & { charge?: string },
  outcome: 'kept' | 'rolled back',
): StripeError {
  const { code, decline_code, message, charge } = refusal;
  if (code === 'resource_missing')
    return new StripeError(400, message, { code }, outcome === 'kept');
  const details = {
    type: 'card_error',
    code,
    ...(decline_code && { decline_code }),
    ...(charge && { charge }),
  } as const;
  return new StripeError(402, message, details, outcome === 'kept');
}
