import { type Product, products } from 'contract/catalogue';
import type { Services } from '../../../services.ts';
import { findSubscriptionsOfUser } from '../subscriptions/repository.ts';
import { type Decision, decideCheckout, trialDaysLeft } from '../subscriptions/rules.ts';

export interface Offer {
  product: Product;
  /** What the checkout would decide, by what our rows say now. */
  monthly: Decision;
  yearly: Decision;
  trialDays: number;
}

/** The catalogue as this visitor or user is offered it. */
export async function listOffers({ db }: Services, userId?: string): Promise<Offer[]> {
  const holdings = userId ? await findSubscriptionsOfUser(db, userId) : [];
  return products.map((product) => ({
    product,
    monthly: decideCheckout(product.monthly, holdings),
    yearly: decideCheckout(product.yearly, holdings),
    trialDays: trialDaysLeft(product, holdings),
  }));
}
