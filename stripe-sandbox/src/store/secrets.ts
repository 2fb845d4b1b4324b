import type { CardDetails } from '../cards/card-details.ts';
import type { BillingDetails } from './billing-details.ts';

/** What was asked for when a checkout session was made, kept until somebody completes it. */
export interface CheckoutSecret {
  items: { price: string; quantity: number }[];
  trialEnd: number | null;
  trialDays: number | null;
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  /** What the session may write over of the customer it was made for. */
  updates?: { address: boolean; name: boolean };
  redeemed?: { coupon: string; promotionCode: string | null }[];
  missingCard: 'cancel' | 'create_invoice' | 'pause';
  /** A card that waits for the authentication step. Never holds a card number. */
  awaiting: CardDetails | null;
  /** What was filled in with that card. */
  awaitingDetails?: BillingDetails;
}
