import type { Doc, SubscriptionItem } from '../store/documents.ts';
import { newId } from '../store/ids.ts';
import { planOf } from './price.ts';

type Subscription = Doc<'subscription'>;

/** One priced line of a subscription with its current period (unix seconds). */
export function newSubscriptionItem(
  subscription: string,
  price: Doc<'price'>,
  quantity: number,
  period: { start: number; end: number },
  created: number,
): SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** Whether Stripe works out a subscription's tax. */
export function automaticTaxOf(enabled: boolean): Subscription['automatic_tax'] {
  return { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null };
}

/** A subscription as first created; the caller sets what its start decides. */
export function newSubscription(
  base: Pick<
    Subscription,
    'id' | 'customer' | 'created' | 'currency' | 'status' | 'billing_cycle_anchor' | 'test_clock'
  > & { items: SubscriptionItem[] },
  given: Partial<Subscription>,
): Subscription {
  const { items, ...rest } = base;
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: automaticTaxOf(false),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${base.id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: base.created,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
    ...rest,
    ...given,
  };
}
