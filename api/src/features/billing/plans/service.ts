import { type Product, products } from 'contract/catalogue';
import type { Services } from '../../../services.ts';
import { findSubscriptionsOfUser, type SubscriptionRow } from '../subscriptions/repository.ts';
import {
  type Decision,
  decideCheckout,
  overlap,
  productOf,
  trialDaysLeft,
} from '../subscriptions/rules.ts';
import { noTrials, trialsOf } from '../trials/service.ts';

export interface Offer {
  product: Product;
  /** What the checkout would decide, by what our rows say now. */
  monthly: Decision;
  yearly: Decision;
  trialDays: number;
  /** Its trial was refused for the card that was entered. */
  trialRefused: boolean;
}

/** The catalogue as this visitor or user is offered it. */
export async function listOffers(services: Services, userId?: string): Promise<Offer[]> {
  const holdings = userId ? await findSubscriptionsOfUser(services.db, userId) : [];
  // Whoever has never bought has no trial that could be used.
  const trials = userId && holdings.length > 0 ? await trialsOf(services, userId) : noTrials;
  return products.map((product) => {
    const trialDays = trialDaysLeft(product, holdings, trials);
    return {
      product,
      monthly: decideCheckout(product.monthly, holdings, trials),
      yearly: decideCheckout(product.yearly, holdings, trials),
      trialDays,
      trialRefused: trialDays === 0 && isTrialRefused(product, holdings),
    };
  });
}

/** Whether a trial of something in a product was refused for its card. */
export function isTrialRefused(product: Product, holdings: SubscriptionRow[]): boolean {
  return holdings.some(
    ({ trialRefused, productId }) => trialRefused && overlap(productOf(productId), product),
  );
}
