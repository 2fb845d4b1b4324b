import { idOf } from './specified-lists.ts';

export const spring = '2036-03-09T12:00:00.000Z';

/** A subscription that runs, as My Subscriptions is answered. */
export const held = {
  ...{ id: idOf(1), product_name: 'Portfolio Builder', plan_name: 'Monthly', status: 'active' },
  ...{ trial_end_date: null, current_period_end: spring, price: 24.99, billing_cycle: 'monthly' },
  ...{
    cancel_at_period_end: false,
    payment_problem: false,
    payment_to_confirm: null,
    charge_under_way: null,
    new_price: null,
    login_urls: [] as object[],
  },
};
