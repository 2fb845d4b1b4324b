import * as messages from 'contract/messages';
import Stripe from 'stripe';
import { timeLeft, withDeadline } from '../../../http/deadline.ts';
import { Unavailable } from '../../../http/errors.ts';
import { inSpan, spanKind } from '../../../telemetry/trace.ts';
import type { StripeClock } from './clock.ts';

/**
 * The SDK, pointed at Stripe, or at the sandbox when `apiUrl` is given. A call waits 10 s at most
 * and is repeated twice by the SDK, with the same idempotency key; where a person waits, no longer
 * than that person does.
 */
export function createStripe({
  key,
  apiUrl,
  clock,
}: {
  key: string;
  apiUrl?: string;
  clock?: StripeClock;
}): Stripe {
  const address = apiUrl ? new URL(apiUrl) : null;
  return new Stripe(key, {
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: impatient(Stripe.createNodeHttpClient(), clock),
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/**
 * The same client, for which every answer comes too late once nobody waits for it any more. It tells
 * the clock what time Stripe has.
 */
function impatient(client: Stripe.HttpClient, clock?: StripeClock): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, headers, data, protocol, timeout) {
      const left = Math.min(timeout, timeLeft());
      if (left === 0) throw tooLate();
      const to = [host, port, path, method, headers, data, protocol, left] as const;
      const name = `Stripe ${method} ${path.split('?', 1)[0]?.replace(/\/\w+_\w{6,}/g, '/:id')}`;
      const span = { name, kind: spanKind.client };
      const answer = await inSpan(span, () => client.makeRequest(...to));
      const { date } = answer.getHeaders();
      clock?.answered(typeof date === 'string' ? date : undefined);
      return answer;
    },
  };
}

const tooLate = (): Error =>
  Object.assign(new Error('Stripe took longer than a person waits'), { code: 'ETIMEDOUT' });

/**
 * Runs what a person waits for, 12 s at most in one call. Throws Unavailable, with words for that
 * person, while Stripe is away or as slow as that.
 */
export async function explainOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(() => inTime(work()));
  } catch (error) {
    if (isStripeUnavailable(error)) throw new Unavailable(messages.stripeAway, { cause: error });
    throw error;
  }
}

/** Gives up waiting in time. What was begun finds Stripe's answers late as well and soon ends. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const left = timeLeft();
  if (left === Number.POSITIVE_INFINITY) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const give = () => reject(new Unavailable(messages.stripeAway, { cause: tooLate() }));
    timer = setTimeout(give, left);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What Stripe answers, or null when it does not know the thing that was asked for. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      (error.code === 'resource_missing' || error.statusCode === 404);
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

/** Whether Stripe refused what was asked for, since something else had been done before. */
export function isOvertaken(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  );
}

/**
 * Whether Stripe refused to charge a customer in pounds who has something in another currency there, such
 * as credit: it has no code for that. https://docs.stripe.com/billing/customer#currency
 */
export function isOtherCurrency(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    /combine currencies/i.test(error.message)
  );
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
    // The same is asked for twice at once, and the first is not answered yet.
    (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 409) ||
    (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500)
  );
}
