import { toPounds } from 'contract/format';
import type { PlanOffer } from 'contract/subscriptions';
import type { Offer } from './service.ts';

/** An offer with its prices in pounds (product C26). */
export function presentOffer({ product, heldPlanId, trialDays }: Offer): PlanOffer {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    features: [...product.features],
    monthlyPrice: toPounds(product.monthly.amount),
    yearlyPrice: toPounds(product.yearly.amount),
    monthlyPlanId: product.monthly.id,
    yearlyPlanId: product.yearly.id,
    monthlySubscribed: heldPlanId === product.monthly.id,
    yearlySubscribed: heldPlanId === product.yearly.id,
    popular: product.popular,
    trialDays,
  };
}
