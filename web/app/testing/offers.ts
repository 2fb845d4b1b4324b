import { idOf, productChoice } from './specified-lists.ts';

const [, , ...products] = productChoice;
const prices = [
  [24.99, 250, 30],
  [14.99, 150, 7],
  [35, 350, 30],
] as const;

/** The three offers (product G9 to G18) to somebody who holds nothing. */
export const offers = products.map(([name, id], n) => {
  const [monthlyPrice = 0, yearlyPrice = 0, trialDays = 0] = prices[n] ?? [];
  return {
    ...{ id, name, description: `What ${name} is for`, features: ['One thing', 'And another'] },
    ...{ monthlyPrice, yearlyPrice, trialDays, popular: n === 2 },
    ...{ monthlyPlanId: idOf(n), yearlyPlanId: idOf(n + 5) },
    ...{ monthlySubscribed: false, yearlySubscribed: false },
  };
});
