import { discountsParam, redeemable } from '../billing/coupons.ts';
import { startSubscription } from '../billing/start-subscription.ts';
import { requireLocation, requireTaxBehaviour } from '../billing/tax.ts';
import { DAY } from '../clock/day.ts';
import { invalid } from '../http/errors.ts';
import { either, ignored, integer, oneOf, required, text, type Values } from '../http/params.ts';
import { route } from '../http/route.ts';
import { automaticTaxOf } from '../shapes/subscription.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { fromToken } from './attach.ts';
import { commonFields } from './subscription-params.ts';
import { present } from './updates.ts';

const shape = {
  ...commonFields,
  billing_mode: ignored,
  cancel_at: integer,
  currency: text,
  discounts: discountsParam,
  customer: required(text),
  trial_end: either(oneOf('now'), integer),
  trial_period_days: integer,
};

/** https://docs.stripe.com/api/subscriptions/create */
export const createSubscriptionRoute = route('POST', '/v1/subscriptions', shape, (work, params) => {
  if (!params.items?.length) {
    throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  }
  const sales = params.items.map(({ price, quantity }, index) => {
    const param = `items[${index}][price]`;
    if (!price) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
    return { price, quantity: quantity ?? 1 };
  });
  return startSubscription(work, {
    customer: params.customer,
    sales,
    trialEnd: trialEndOf(work, params),
    behaviour: params.payment_behavior ?? 'allow_incomplete',
    redeemed: (params.discounts ?? []).map((one) => redeemable(work, one)),
    given: givenFields(work, params),
  });
});

function trialEndOf(work: Work, params: Values<typeof shape>): number | null {
  const { trial_end: end, trial_period_days: days, customer } = params;
  if (end && days)
    throw invalid('You cannot specify both trial_end and trial_period_days.', 'trial_end');
  if (days !== null && days !== undefined && days < 1) {
    throw invalid('The minimum number of trial period days is 1.', 'trial_period_days');
  }
  if (end === 'now') return null;
  if (end && end <= work.now(customer)) {
    throw invalid(
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
      'trial_end',
    );
  }
  return end ?? (days ? work.now(customer) + days * DAY : null);
}

function givenFields(work: Work, params: Values<typeof shape>): Partial<Doc<'subscription'>> {
  const { cancel_at, cancel_at_period_end, description, metadata, trial_settings } = params;
  const method = params.default_payment_method;
  if (method) {
    const { customer } =
      fromToken(work, method) ?? work.get('payment_method', method, 'default_payment_method');
    if (customer !== params.customer) {
      throw invalid(
        `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
        'default_payment_method',
        'resource_missing',
      );
    }
  }
  if (params.automatic_tax?.enabled) {
    const prices = (params.items ?? []).flatMap(({ price }) => price ?? []);
    requireTaxBehaviour(work, prices, 'automatic_tax[enabled]');
    requireLocation(work, work.get('customer', params.customer, 'customer'));
  }
  const rest = present({ cancel_at, cancel_at_period_end, description, metadata });
  return {
    ...rest,
    ...(params.automatic_tax && { automatic_tax: automaticTaxOf(params.automatic_tax.enabled) }),
    ...(cancel_at && { canceled_at: work.now(params.customer) }),
    ...(method && { default_payment_method: method }),
    ...(trial_settings && {
      trial_settings: {
        end_behavior: { billing_cycle_anchor: null, ...trial_settings.end_behavior },
      },
    }),
  };
}
