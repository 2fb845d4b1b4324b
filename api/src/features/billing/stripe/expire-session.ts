import Stripe from 'stripe';

/** Makes a session useless; one that is paid or expired already stays as it is. */
export async function expireSession(stripe: Stripe, id: string | null): Promise<void> {
  if (!id) return;
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
