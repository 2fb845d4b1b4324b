import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

type Schedule = Doc<'subscription_schedule'>;
export type Phase = Schedule['phases'][number];

/** What a phase takes something off by: one of these. */
export interface PhaseDiscount {
  coupon: string | null;
  discount: string | null;
  promotion_code: string | null;
}

/** What a phase sells and when; times in unix seconds. */
export type PhaseBasis = Pick<
  Phase,
  'currency' | 'start_date' | 'end_date' | 'proration_behavior' | 'trial_end' | 'automatic_tax'
> & {
  items: { price: string; quantity: number }[];
  discounts: PhaseDiscount[];
};

/** A phase of a schedule: what is sold from one time to another. */
export function newPhase({ items, ...base }: PhaseBasis): Phase {
  const sold = items.map((item) => ({
    ...{ billing_thresholds: null, discounts: [], metadata: {}, tax_rates: [], trial: null },
    ...{ plan: item.price, ...item },
  }));
  const phase = {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    invoice_settings: null,
    items: sold,
    metadata: {},
    on_behalf_of: null,
    transfer_data: null,
    ...base,
  };
  return phase as unknown as Phase;
}

/** A schedule that a running subscription follows from now on. */
export function newSchedule(
  created: number,
  subscription: Doc<'subscription'>,
  phase: Phase,
): Schedule {
  const { customer, id, billing_mode, collection_method, test_clock } = subscription;
  const schedule = {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode,
    canceled_at: null,
    completed_at: null,
    created,
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: subscription.automatic_tax,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method,
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        ...{ account_tax_ids: null, custom_fields: null, days_until_due: null },
        ...{ description: null, footer: null, issuer: { type: 'self' } },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: id,
    test_clock,
  };
  return schedule as unknown as Schedule;
}
