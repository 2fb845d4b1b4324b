import { type Product, products } from 'contract/catalogue';
import type { Services } from '../../../services.ts';
import { findSubscriptionsOfUser } from '../subscriptions/repository.ts';
import { trialDaysLeft } from '../subscriptions/rules.ts';

export interface Offer {
  product: Product;
  /** The plan of this product that is held now. */
  heldPlanId: string | null;
  trialDays: number;
}

/** The catalogue as this visitor or user is offered it. */
export async function listOffers({ db }: Services, userId?: string): Promise<Offer[]> {
  const holdings = userId ? await findSubscriptionsOfUser(db, userId) : [];
  return products.map((product) => ({
    product,
    heldPlanId:
      holdings.find((held) => held.hasAccess && held.productId === product.id)?.planId ?? null,
    trialDays: trialDaysLeft(product, holdings),
  }));
}
