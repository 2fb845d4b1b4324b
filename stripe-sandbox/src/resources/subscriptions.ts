import { cancelNow } from '../billing/cancel-subscription.ts';
import { StripeError } from '../http/errors.ts';
import { equal, listOf, ofCustomer, onClock, page, pagingByTime } from '../http/list.ts';
import { flag, oneOf, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import type { Filter } from '../store/store.ts';
import { createSubscriptionRoute } from './create-subscription.ts';
import { cancellationDetails } from './subscription-params.ts';
import { updateSubscriptionRoute } from './update-subscription.ts';

const status = oneOf(
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
);

/** Stripe lists everything but the canceled ones unless a status is named. */
function statusFilters(wanted: string | null | undefined): Filter[] {
  if (wanted === 'all') return [];
  if (!wanted) return [{ path: 'status', op: '!=', value: 'canceled' }];
  if (wanted !== 'ended') return equal('status', wanted);
  return [{ path: 'status', op: 'in', value: ['canceled', 'incomplete_expired'] }];
}

/** https://docs.stripe.com/api/subscriptions */
export const subscriptionRoutes = [
  createSubscriptionRoute,
  updateSubscriptionRoute,
  route('GET', '/v1/subscriptions/:id', {}, (work, _, id) => work.get('subscription', id)),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    { cancellation_details: cancellationDetails, invoice_now: flag, prorate: flag },
    (work, params, id) => {
      const subscription = work.get('subscription', id);
      if (['canceled', 'incomplete_expired'].includes(subscription.status)) {
        throw new StripeError(404, `No such subscription: '${id}'`, {
          code: 'resource_missing',
          param: 'id',
        });
      }
      return cancelNow(work, subscription, {
        prorate: params.prorate === true,
        invoiceNow: params.invoice_now === true,
        details: params.cancellation_details ?? {},
      });
    },
  ),
  route(
    'GET',
    '/v1/subscriptions',
    {
      ...pagingByTime,
      collection_method: text,
      customer: text,
      price: text,
      status,
      test_clock: text,
    },
    (work, params) => {
      const filters = [
        ...statusFilters(params.status),
        ...ofCustomer(work, params.customer),
        ...equal('items.data[0].price.id', params.price),
        ...equal('collection_method', params.collection_method),
        ...(params.customer ? equal('test_clock', params.test_clock) : onClock(params.test_clock)),
      ];
      return page(work, 'subscription', params, filters, '/v1/subscriptions');
    },
  ),
  route(
    'GET',
    '/v1/subscription_items',
    { ...pagingByTime, subscription: text },
    (work, params) => {
      const { items } = work.get('subscription', params.subscription ?? '', 'subscription');
      return listOf(items.data, '/v1/subscription_items');
    },
  ),
];
