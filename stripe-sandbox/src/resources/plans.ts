import { equal, listOf, page, pagingByTime } from '../http/list.ts';
import { flag, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { planOf } from '../shapes/price.ts';

/** Recurring prices under their old name, to be read. https://docs.stripe.com/api/plans */
export const planRoutes = [
  route('GET', '/v1/plans/:id', {}, (work, _, id) => planOf(work.get('price', id))),
  route('GET', '/v1/plans', { ...pagingByTime, active: flag, product: text }, (work, params) => {
    const filters = [
      ...equal('type', 'recurring'),
      ...equal('active', params.active),
      ...equal('product', params.product),
    ];
    const prices = page(work, 'price', params, filters, '/v1/plans');
    return { ...prices, data: prices.data.map(planOf) };
  }),
];

/** What nobody here has: clients that mirror an account ask for it all the same. */
export const emptyRoutes = ['/v1/entitlements/features', '/v1/radar/early_fraud_warnings'].map(
  (path) => route('GET', path, pagingByTime, () => listOf([], path)),
);
