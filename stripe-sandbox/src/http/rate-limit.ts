import { StripeError } from './errors.ts';

const SECOND = 1_000;

/**
 * Refuses calls as Stripe does to whoever calls too often. Off until a switch sets it; it is not
 * kept over a restart.
 */
export class RateLimit {
  #refuseNext = 0;
  #perSecond: number | null = null;
  #calls: number[] = [];

  /** Refuses the next so many calls, and those beyond so many within a second; null for no limit. */
  set(refuseNext: number, perSecond: number | null): void {
    this.#refuseNext = refuseNext;
    this.#perSecond = perSecond;
    this.#calls = [];
  }

  /** Counts a call. Throws 429 when it is one too many. */
  take(now = performance.now()): void {
    if (this.#refuseNext > 0) {
      this.#refuseNext -= 1;
      throw tooMany();
    }
    if (this.#perSecond === null) return;
    this.#calls = this.#calls.filter((at) => at > now - SECOND);
    if (this.#calls.length >= this.#perSecond) throw tooMany();
    this.#calls.push(now);
  }
}

/** https://docs.stripe.com/rate-limits */
function tooMany(): StripeError {
  return new StripeError(
    429,
    'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
    { code: 'rate_limit' },
  );
}
