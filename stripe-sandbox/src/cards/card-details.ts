import type { Behaviour } from './test-cards.ts';

/** All that is kept of a card: never its number or its CVC. */
export interface CardDetails {
  behaviour: Behaviour;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  name: string | null;
}
