import { endingAt, endingWithPeriod, goingOn } from '../billing/cancel-subscription.ts';
import { changeItems, endTrialNow } from '../billing/change-subscription.ts';
import { discountsFor, discountsParam } from '../billing/coupons.ts';
import { requireLocation, requireTaxBehaviour } from '../billing/tax.ts';
import { invalid } from '../http/errors.ts';
import { either, integer, oneOf, type Values } from '../http/params.ts';
import { route } from '../http/route.ts';
import { automaticTaxOf } from '../shapes/subscription.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { cancellationDetails, commonFields } from './subscription-params.ts';
import { mergeMetadata, present } from './updates.ts';

type Subscription = Doc<'subscription'>;

const shape = {
  ...commonFields,
  billing_cycle_anchor: oneOf('unchanged'),
  cancel_at: either(oneOf('min_period_end', 'max_period_end'), integer),
  cancellation_details: cancellationDetails,
  discounts: discountsParam,
  proration_date: integer,
  trial_end: either(oneOf('now'), integer),
};
type Params = Values<typeof shape>;

/** https://docs.stripe.com/api/subscriptions/update */
export const updateSubscriptionRoute = route(
  'POST',
  '/v1/subscriptions/:id',
  shape,
  (work, params, id) => {
    const subscription = work.get('subscription', id);
    if (['canceled', 'incomplete_expired'].includes(subscription.status)) refuseEnded(params);
    const changed = applyFields(work, subscription, params);
    const sold = params.items?.length ? changeSale(work, changed, params) : changed;
    return params.trial_end === 'now' && sold.status === 'trialing'
      ? endTrialNow(work, sold)
      : sold;
  },
);

/** An ended subscription takes nothing but metadata and the reasons for its end. */
function refuseEnded(params: Params): void {
  const other = Object.keys(params).find(
    (name) => !['metadata', 'cancellation_details'].includes(name),
  );
  if (!other) return;
  throw invalid(
    'A canceled subscription can only update its cancellation_details and metadata.',
    other,
  );
}

function applyFields(work: Work, subscription: Subscription, params: Params): Subscription {
  const { default_payment_method: method, description, metadata, trial_settings } = params;
  if (method) {
    const { customer } = work.get('payment_method', method, 'default_payment_method');
    if (customer !== subscription.customer) {
      throw invalid(
        'The payment method must be attached to the customer.',
        'default_payment_method',
      );
    }
  }
  if (params.automatic_tax?.enabled && !subscription.automatic_tax.enabled) {
    const prices = subscription.items.data.map(({ price }) => price.id);
    requireTaxBehaviour(work, prices, 'automatic_tax[enabled]');
    requireLocation(work, work.get('customer', subscription.customer));
  }
  const plain = mergeMetadata(subscription, {
    description,
    metadata,
    default_payment_method: method,
  });
  const changes: Partial<Subscription> = {
    ...plain,
    ...(params.automatic_tax && { automatic_tax: automaticTaxOf(params.automatic_tax.enabled) }),
    ...(trial_settings && {
      trial_settings: {
        end_behavior: { billing_cycle_anchor: null, ...trial_settings.end_behavior },
      },
    }),
    ...(params.discounts !== undefined && {
      discounts: discountsFor(work, params.discounts ?? [], {
        customer: subscription.customer,
        subscription: subscription.id,
      }),
    }),
    ...trialChanges(work, subscription, params.trial_end),
  };
  const next = { ...subscription, ...changes };
  const ending = { ...changes, ...endChanges(work, next, params) };
  const details = params.cancellation_details;
  if (details) {
    ending.cancellation_details = {
      ...(ending.cancellation_details ?? subscription.cancellation_details),
      ...present(details),
    } as Subscription['cancellation_details'];
  }
  return work.change('subscription', subscription.id, ending, 'customer.subscription.updated');
}

function endChanges(work: Work, subscription: Subscription, params: Params): Partial<Subscription> {
  const { cancel_at: at, cancel_at_period_end: withPeriod } = params;
  const { schedule } = subscription;
  if (schedule && (at !== undefined || typeof withPeriod === 'boolean')) {
    throw invalid(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  if (at && typeof withPeriod === 'boolean') {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  }
  if (withPeriod)
    return subscription.cancel_at_period_end ? {} : endingWithPeriod(work, subscription);
  if (withPeriod === false) return subscription.cancel_at_period_end ? goingOn(subscription) : {};
  if (at === null) return goingOn(subscription);
  if (typeof at === 'string') return endingAt(work, subscription, periodEnd(subscription, at));
  if (at === undefined) return {};
  if (at <= work.now(subscription.customer)) {
    throw invalid('The timestamp you specified must be in the future.', 'cancel_at');
  }
  return endingAt(work, subscription, at);
}

function periodEnd({ items }: Subscription, which: 'min_period_end' | 'max_period_end'): number {
  const ends = items.data.map((item) => item.current_period_end);
  return which === 'min_period_end' ? Math.min(...ends) : Math.max(...ends);
}

function trialChanges(
  work: Work,
  subscription: Subscription,
  end: Params['trial_end'],
): Partial<Subscription> {
  if (typeof end !== 'number') return {};
  const now = work.now(subscription.customer);
  if (end <= now)
    throw invalid(
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
      'trial_end',
    );
  work.save('subscription', subscription, { trialWarned: false });
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: end }));
  return {
    status: 'trialing',
    trial_start: subscription.trial_start ?? now,
    trial_end: end,
    billing_cycle_anchor: end,
    items: { ...subscription.items, data },
  };
}

function changeSale(work: Work, subscription: Subscription, params: Params): Subscription {
  return changeItems(work, subscription, params.items ?? [], {
    behaviour: params.proration_behavior ?? 'create_prorations',
    mustPay: params.payment_behavior === 'error_if_incomplete',
  });
}
