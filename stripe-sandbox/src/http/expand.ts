import { taxIdsOf } from '../billing/billing-details.ts';
import { taxLocationOf } from '../billing/tax.ts';
import { lineItemsOf } from '../shapes/checkout-line-item.ts';
import type { Kind } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { invalid } from './errors.ts';
import { listOf } from './list.ts';

/** Which kind of resource a field's id points to. */
const REFERENCES: Record<string, Kind> = {
  charge: 'charge',
  coupon: 'coupon',
  configuration: 'billing_portal.configuration',
  customer: 'customer',
  default_payment_method: 'payment_method',
  default_price: 'price',
  invoice: 'invoice',
  latest_charge: 'charge',
  latest_invoice: 'invoice',
  discounts: 'discount',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  pending_setup_intent: 'setup_intent',
  price: 'price',
  product: 'product',
  promotion_code: 'promotion_code',
  schedule: 'subscription_schedule',
  setup_intent: 'setup_intent',
  subscription: 'subscription',
  tax_rate: 'tax_rate',
  test_clock: 'test_helpers.test_clock',
};

type Json = Record<string, unknown>;

/** Lists that appear on a resource only when they are asked for. */
const INCLUDED: Record<string, (work: Work, owner: Json & { id: string }) => unknown> = {
  'charge.refunds': (work, { id }) =>
    listOf(
      work.store.all('refund', [{ path: 'charge', op: '=', value: id }]),
      `/v1/charges/${id}/refunds`,
    ),
  'checkout.session.line_items': (work, { id }) =>
    listOf(lineItemsOf(work, id), `/v1/checkout/sessions/${id}/line_items`),
  'customer.tax': (work, owner) => taxLocationOf(work, owner.id),
  'customer.tax_ids': (work, { id }) =>
    listOf(taxIdsOf(work, id).reverse(), `/v1/customers/${id}/tax_ids`),
  'customer.subscriptions': (work, { id }) =>
    listOf(
      work.store
        .all('subscription', [{ path: 'customer', op: '=', value: id }])
        .filter(({ status }) => status !== 'canceled'),
      `/v1/customers/${id}/subscriptions`,
    ),
  'invoice.payments': (work, { id }) =>
    listOf(
      work.store.all('invoice_payment', [{ path: 'invoice', op: '=', value: id }]),
      '/v1/invoice_payments',
    ),
};

/** Fields that hold an object already, so that asking for them changes nothing. */
const EMBEDDED = new Set(['items', 'lines', 'price', 'plan', 'discounts', 'discount', 'sources']);

/**
 * Replaces ids by the resources they stand for, in place, for each asked path.
 * Throws Stripe's error for a path that cannot be expanded.
 */
export function expand(work: Work, answer: object, paths: readonly string[]): void {
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > (steps[0] === 'data' ? 5 : 4))
      throw invalid('You cannot expand more than 4 levels of a property.', 'expand');
    follow(work, answer as Json, steps, path);
  }
}

function follow(work: Work, owner: Json, steps: readonly string[], path: string): void {
  const [step = '', ...rest] = steps;
  const include = INCLUDED[`${owner.object}.${step}`];
  if (include && owner[step] === undefined)
    owner[step] = include(work, owner as Json & { id: string });
  if (typeof owner[step] === 'string') owner[step] = resolve(work, step, owner[step], path);
  if (Array.isArray(owner[step])) {
    owner[step] = owner[step].map((one) =>
      typeof one === 'string' ? resolve(work, step, one, path) : one,
    );
  }
  const value = owner[step];
  if (value === undefined) throw unexpandable(path);
  if (value === null) return;
  if (rest.length === 0) {
    if (typeof value !== 'object' && !EMBEDDED.has(step)) throw unexpandable(path);
    return;
  }
  for (const next of Array.isArray(value) ? value : [value]) follow(work, next as Json, rest, path);
}

function resolve(work: Work, field: string, id: string, path: string): unknown {
  const kind = REFERENCES[field];
  if (!kind) throw unexpandable(path);
  const gone = kind === 'customer' ? work.store.find('deleted_customer', id) : undefined;
  return work.store.find(kind, id) ?? gone ?? id;
}

function unexpandable(path: string) {
  return invalid(
    `This property cannot be expanded (${path}). You may want to try expanding something else.`,
    'expand',
  );
}
