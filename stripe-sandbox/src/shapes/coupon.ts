import type { Doc } from '../store/documents.ts';
import { newId, randomText } from '../store/ids.ts';

type Coupon = Doc<'coupon'>;

/** A coupon as first created. */
export function newCoupon(created: number, given: Partial<Coupon>): Coupon {
  return {
    id: randomText(8),
    object: 'coupon',
    amount_off: null,
    created,
    currency: null,
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
    ...given,
  };
}

/** A code that people can type for a coupon. */
export function newPromotionCode(
  created: number,
  coupon: string,
  given: Partial<Doc<'promotion_code'>>,
): Doc<'promotion_code'> {
  return {
    id: newId('promo'),
    object: 'promotion_code',
    active: true,
    code: randomText(8).toUpperCase(),
    created,
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    promotion: { coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
    ...given,
  };
}

/** A coupon at work on a subscription; times in unix seconds. */
export function newDiscount(
  given: Pick<Doc<'discount'>, 'customer' | 'subscription' | 'promotion_code' | 'start' | 'end'>,
  coupon: string,
): Doc<'discount'> {
  return {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer_account: null,
    invoice: null,
    invoice_item: null,
    source: { coupon, type: 'coupon' },
    subscription_item: null,
    ...given,
  };
}
