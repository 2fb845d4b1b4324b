import { plans } from 'contract/catalogue';
import fc from 'fast-check';

/** What happens while somebody stays. */
export type Staying =
  /** The holder of a card answers the bank, on the page of the invoice. */
  | { does: 'confirm at the bank'; invoice: number; says: 'complete' | 'fail' }
  /** The bank tells Stripe of another date on the card that is charged. */
  | { does: 'expire the card'; inDays: number }
  /** The catalogue has another price, and its holders are told; broken off after so many. */
  | { does: 'move a price'; plan: number; by: number; isBrokenOff: boolean };

export const staying: fc.Arbitrary<Staying> = fc.oneof(
  fc.record({
    does: fc.constant('confirm at the bank' as const),
    invoice: fc.nat({ max: 3 }),
    says: fc.constantFrom('complete', 'complete', 'fail' as const),
  }),
  fc.record({
    does: fc.constant('expire the card' as const),
    inDays: fc.constantFrom(-40, 5, 20, 200),
  }),
  fc.record({
    does: fc.constant('move a price' as const),
    plan: fc.nat({ max: plans.length - 1 }),
    by: fc.constantFrom(-100, 0, 100, 300),
    isBrokenOff: fc.boolean(),
  }),
);
