import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';

/** Stripe takes 100 calls a second for a live account and 25 for a test one, from all of us. */
const mostPerSecond = 20;
/** So many calls may come at once after a rest. */
const burst = 20;
/** The wait after the first refusal, in milliseconds; each further one doubles it. */
const firstWait = 1_000;
const longestWait = 30_000;
/** Refusals in a row after which Stripe counts as away: some three minutes. */
const mostRefusals = 10;

export interface Pace {
  /**
   * Does work that takes so many calls, once there is room for them. Refused for calling too often
   * it waits, with all other work of this pace, and does it again. Throws the refusal when for minutes
   * nothing else came.
   */
  run<T>(calls: number, work: () => Promise<T>): Promise<T>;
}

/** Spreads the calls of one sweep. */
export function createPace({
  callsPerSecond = mostPerSecond,
  now = () => performance.now(),
  sleep = (milliseconds: number): Promise<void> => setTimeout(milliseconds),
} = {}): Pace {
  let nextAt = 0;
  let pausedUntil = 0;
  let refusals = 0;

  async function turn(calls: number): Promise<void> {
    const at = Math.max(nextAt, now() - (burst / callsPerSecond) * 1_000);
    nextAt = at + (calls / callsPerSecond) * 1_000;
    for (;;) {
      const wait = Math.max(at, pausedUntil) - now();
      if (wait <= 0) return;
      await sleep(wait);
    }
  }

  function pause(refusal: InstanceType<typeof Stripe.errors.StripeRateLimitError>): void {
    const asked = Number(refusal.headers?.['retry-after'] ?? 0) * 1_000;
    const ours = Math.min(firstWait * 2 ** refusals, longestWait);
    refusals += 1;
    pausedUntil = Math.max(pausedUntil, now() + Math.max(ours, asked || 0));
  }

  return {
    async run(calls, work) {
      for (;;) {
        await turn(calls);
        const before = pausedUntil;
        try {
          const result = await work();
          refusals = 0;
          return result;
        } catch (error) {
          const isRefused = error instanceof Stripe.errors.StripeRateLimitError;
          if (!isRefused || refusals >= mostRefusals) throw error;
          // Of several that were refused at once, one lets all wait.
          if (pausedUntil === before) pause(error);
        }
      }
    },
  };
}
