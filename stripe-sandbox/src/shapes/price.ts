import type { Doc, SubscriptionItem } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

type Price = Doc<'price'>;

/** A price as first created. `unit_amount` is in the currency's smallest unit. */
export function newPrice(
  base: Pick<Price, 'product' | 'currency' | 'created'> & { unit_amount: number },
  given: Partial<Price>,
): Price {
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: String(base.unit_amount),
    ...base,
    ...given,
  };
}

/** The old name of a recurring price, which Stripe still puts on every subscription item. */
export function planOf(price: Price): SubscriptionItem['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
