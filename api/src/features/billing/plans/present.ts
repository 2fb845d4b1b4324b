import { type Product, productName, products } from 'contract/catalogue';
import { toPounds } from 'contract/format';
import type { PlanDecision, PlanOffer } from 'contract/subscriptions';
import type { Decision } from '../subscriptions/rules.ts';
import type { Offer } from './service.ts';

/** An offer with its prices in pounds (product C26). */
export function presentOffer({
  product,
  monthly,
  yearly,
  trialDays,
  trialRefused,
}: Offer): PlanOffer {
  const monthlyDecision = presentDecision(product, monthly);
  const yearlyDecision = presentDecision(product, yearly);
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    features: [...product.features],
    monthlyPrice: toPounds(product.monthly.amount),
    yearlyPrice: toPounds(product.yearly.amount),
    monthlyPlanId: product.monthly.id,
    yearlyPlanId: product.yearly.id,
    monthlySubscribed: monthlyDecision.kind === 'held',
    yearlySubscribed: yearlyDecision.kind === 'held',
    monthlyDecision,
    yearlyDecision,
    popular: product.popular,
    trialDays,
    trialRefused,
  };
}

/** What the checkout decides, as the plans page is told (product C60). */
export function presentDecision(product: Product, decision: Decision): PlanDecision {
  if (decision.kind === 'subscribe') return { kind: 'subscribe' };
  if (decision.kind === 'change') {
    if (decision.from.productId === product.id) return { kind: 'change-cycle' };
    const replaced = decision.replaces.map(({ productId }) => productId);
    const replaces = products.filter(({ id }) => replaced.includes(id)).map(({ name }) => name);
    return { kind: 'upgrade', replaces };
  }
  switch (decision.because) {
    case 'held':
      return { kind: 'held' };
    case 'included':
      return { kind: 'included', in: productName(decision.of.productId) };
    default:
      return { kind: 'blocked', message: decision.message };
  }
}
