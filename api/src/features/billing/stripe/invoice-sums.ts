import type Stripe from 'stripe';

/** Pence of an invoice that the customer's credit paid. */
export function creditOf({ total, starting_balance }: Stripe.Invoice): number {
  return Math.max(0, Math.min(total, -starting_balance));
}

/** Pence of VAT in an invoice's total; 0 where Stripe works none out. */
export function vatOf({ total_taxes: taxes }: Stripe.Invoice): number {
  return (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
}
