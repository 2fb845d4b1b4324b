import type { CardDetails } from '../cards/card-details.ts';

/** What was asked for when a checkout session was made, kept until somebody completes it. */
export interface CheckoutSecret {
  items: { price: string; quantity: number }[];
  trialEnd: number | null;
  trialDays: number | null;
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  missingCard: 'cancel' | 'create_invoice' | 'pause';
  /** A card that waits for the authentication step. Never holds a card number. */
  awaiting: CardDetails | null;
}
