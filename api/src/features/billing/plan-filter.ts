import { plans } from 'contract/catalogue';

/** The plans that fit a filter by product and cycle; undefined where nothing is filtered. */
export function plansFor({
  product,
  plan: cycle,
}: {
  product?: string | undefined;
  plan?: 'monthly' | 'yearly' | undefined;
}): string[] | undefined {
  if (product === undefined && cycle === undefined) return undefined;
  return plans
    .filter((plan) => product === undefined || plan.productId === product)
    .filter((plan) => cycle === undefined || plan.cycle === cycle)
    .map((plan) => plan.id);
}
