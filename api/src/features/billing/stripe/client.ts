import { messages } from 'contract/messages';
import Stripe from 'stripe';
import { Unavailable } from '../../../http/errors.ts';

/**
 * The SDK, pointed at Stripe, or at the sandbox when `apiUrl` is given. A call waits 10 s at most
 * and is repeated twice by the SDK, with the same idempotency key.
 */
export function createStripe({ key, apiUrl }: { key: string; apiUrl?: string }): Stripe {
  const address = apiUrl ? new URL(apiUrl) : null;
  return new Stripe(key, {
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/** Runs what a person waits for. Throws Unavailable, with words for that person, while Stripe is away. */
export async function explainOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStripeUnavailable(error)) throw new Unavailable(messages.stripeAway, { cause: error });
    throw error;
  }
}

/** What Stripe answers, or null when it does not know the thing that was asked for. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
    if (isMissing) return null;
    throw error;
  }
}

/**
 * Does at Stripe what somebody else may have done a moment before: that it refuses then is no
 * failure.
 */
export async function unlessDone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Whether an idempotency key was used before, for something else than is asked for now. */
export function isKeySpent(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;
}

/** Whether Stripe could not be reached or was not able to answer, so that trying later makes sense. */
export function isStripeUnavailable(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // Our own key is wrong: nothing the customer could mend.
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500)
  );
}
