import { findPlan } from 'contract/catalogue';
import * as messages from 'contract/messages';
import { Outdated, Unavailable } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { explainOutage, isOvertaken } from '../client.ts';
import { PriceMissing } from '../setup/prices.ts';

/**
 * Opens a page or a preview of a plan, as `explainOutage` does. Throws Unavailable, in words, also where
 * Stripe sells the plan at the price of another release: while one is rolled out, the processes of
 * before still show theirs, at which nothing may be sold any more.
 */
export function explainReplaced<T>(
  { prices }: Services,
  { planId }: { planId: string },
  work: () => Promise<T>,
): Promise<T> {
  return explainOutage(async () => {
    try {
      return await work();
    } catch (error) {
      const plan = findPlan(planId);
      // A page of the next release shows what is right there: it is not told of a change to the price before.
      const isPossible = isOvertaken(error) || error instanceof Outdated;
      const isReplaced =
        error instanceof PriceMissing || (plan && isPossible && (await prices.isReplaced(plan)));
      if (!isReplaced) throw error;
      throw new Unavailable(messages.pricesChanging, { cause: error });
    }
  });
}
