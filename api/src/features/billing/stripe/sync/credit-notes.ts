import type Stripe from 'stripe';

/** Pence that credit notes gave back of what an invoice was paid with, other than to the card. */
export interface Noted {
  /** To the customer's balance. */
  credit: number;
  /** Outside of Stripe, by transfer say. */
  outside: number;
}

/**
 * What credit notes gave back of each paid invoice. Support issues them by hand, so most customers take
 * no call for it.
 */
export async function notedOn(
  stripe: Stripe,
  invoices: Stripe.Invoice[],
): Promise<Map<string, Noted>> {
  const noted = new Map<string, Noted>();
  for (const { id: invoice, post_payment_credit_notes_amount: amount } of invoices) {
    if (amount === 0) continue;
    const sum = { credit: 0, outside: 0 };
    for await (const note of stripe.creditNotes.list({ invoice, limit: 100 })) {
      if (note.status === 'void') continue;
      const outside = note.out_of_band_amount ?? 0;
      const refunded = note.refunds.reduce((all, one) => all + one.amount_refunded, 0);
      sum.outside += outside;
      sum.credit += note.post_payment_amount - refunded - outside;
    }
    noted.set(invoice, sum);
  }
  return noted;
}
