import type Stripe from 'stripe';

/** Whether a refund went back to us. */
export const hasFailed = (status: string | null): boolean =>
  status === 'failed' || status === 'canceled';

/** What tells the next refund from those that failed; nothing for the first. */
export const nth = (failed: number): string => (failed > 0 ? `-${failed}` : '');

/** How many refunds of a charge have failed. */
export async function countFailed(stripe: Stripe, charge: string): Promise<number> {
  const all = await Array.fromAsync(stripe.refunds.list({ charge, limit: 100 }));
  return all.filter(({ status }) => hasFailed(status)).length;
}
