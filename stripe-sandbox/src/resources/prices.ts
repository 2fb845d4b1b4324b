import { invalid } from '../http/errors.ts';
import { equal, page, pagingByTime } from '../http/list.ts';
import {
  flag,
  hash,
  ignored,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
} from '../http/params.ts';
import { route } from '../http/route.ts';
import { newPrice } from '../shapes/price.ts';
import { newProduct } from '../shapes/product.ts';
import { newId } from '../store/ids.ts';
import type { Work } from '../work/work.ts';
import { mergeMetadata, present } from './updates.ts';

const interval = oneOf('day', 'week', 'month', 'year');

const recurring = hash({
  interval: required(interval),
  interval_count: integer,
  usage_type: oneOf('licensed'),
  trial_period_days: integer,
  meter: text,
});

/** Makes sure a lookup key names one price: taken over on request, refused otherwise. */
function claimLookupKey(work: Work, key: string, transfer: boolean): void {
  for (const holder of work.store.all('price', equal('lookup_key', key))) {
    if (!transfer) {
      throw invalid(
        `A price (\`${holder.id}\`) already uses that lookup key. You can use \`transfer_lookup_key=true\` to move it.`,
        'lookup_key',
      );
    }
    work.change('price', holder.id, { lookup_key: null }, 'price.updated');
  }
}

/** The product of a new price: an id, or data for a new one. */
function productFor(work: Work, params: { product?: string | null; name?: string | null }): string {
  if (params.product) return work.get('product', params.product, 'product').id;
  if (!params.name)
    throw invalid('Missing required param: product.', 'product', 'parameter_missing');
  const base = { id: newId('prod'), name: params.name, created: work.now() };
  return work.add('product', newProduct(base, {}), 'product.created').id;
}

/** https://docs.stripe.com/api/prices */
export const priceRoutes = [
  route(
    'POST',
    '/v1/prices',
    {
      active: flag,
      billing_scheme: oneOf('per_unit'),
      currency: required(text),
      lookup_key: text,
      metadata,
      nickname: text,
      product: text,
      product_data: hash({ name: required(text), metadata: ignored }),
      recurring,
      tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
      transfer_lookup_key: flag,
      unit_amount: required(integer),
    },
    (work, params) => {
      const { product, product_data, transfer_lookup_key, unit_amount, currency, ...given } =
        params;
      if (unit_amount < 0)
        throw invalid('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer');
      const owner = productFor(work, {
        product: product ?? null,
        name: product_data?.name ?? null,
      });
      if (given.lookup_key) claimLookupKey(work, given.lookup_key, transfer_lookup_key === true);
      const base = {
        product: owner,
        currency: currency.toLowerCase(),
        created: work.now(),
        unit_amount,
      };
      const { recurring: cycle, ...rest } = present(given);
      const price = newPrice(base, { ...rest, ...(cycle && { recurring: cycleOf(cycle) }) });
      return work.add('price', price, 'price.created');
    },
  ),
  route('GET', '/v1/prices/:id', {}, (work, _, id) => work.get('price', id)),
  route(
    'POST',
    '/v1/prices/:id',
    {
      active: flag,
      lookup_key: text,
      metadata,
      nickname: text,
      tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
      transfer_lookup_key: flag,
    },
    (work, { transfer_lookup_key, ...params }, id) => {
      const price = work.get('price', id);
      if (params.lookup_key && params.lookup_key !== price.lookup_key) {
        claimLookupKey(work, params.lookup_key, transfer_lookup_key === true);
      }
      return work.change('price', id, mergeMetadata(price, params), 'price.updated');
    },
  ),
  route(
    'GET',
    '/v1/prices',
    {
      ...pagingByTime,
      active: flag,
      currency: text,
      lookup_keys: list(text),
      product: text,
      recurring: hash({ interval, usage_type: text }),
      type: oneOf('one_time', 'recurring'),
    },
    (work, params) =>
      page(
        work,
        'price',
        params,
        [
          ...equal('active', params.active),
          ...equal('currency', params.currency),
          ...equal('product', params.product),
          ...equal('type', params.type),
          ...equal('recurring.interval', params.recurring?.interval),
          ...(params.lookup_keys
            ? [{ path: 'lookup_key', op: 'in' as const, value: params.lookup_keys }]
            : []),
        ],
        '/v1/prices',
      ),
  ),
];

function cycleOf(cycle: {
  interval: 'day' | 'week' | 'month' | 'year';
  interval_count?: number | null | undefined;
  trial_period_days?: number | null | undefined;
}) {
  return {
    interval: cycle.interval,
    interval_count: cycle.interval_count ?? 1,
    meter: null,
    trial_period_days: cycle.trial_period_days ?? null,
    usage_type: 'licensed' as const,
  };
}
