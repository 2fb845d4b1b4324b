import { invalid, missing } from '../http/errors.ts';
import { hash, list, text } from '../http/params.ts';
import { newDiscount } from '../shapes/coupon.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

/** What a request names: a coupon, a code for one, or a discount that is there. */
export const discountsParam = list(hash({ coupon: text, discount: text, promotion_code: text }));

interface Named {
  coupon?: string | null | undefined;
  discount?: string | null | undefined;
  promotion_code?: string | null | undefined;
}

/** A coupon that can be redeemed now, and the code that led to it. */
export interface Redeemed {
  coupon: string;
  promotionCode: string | null;
}

/** Finds what a request names. Throws Stripe's errors for what is not there or is over. */
export function redeemable(work: Work, { coupon, promotion_code: code }: Named): Redeemed {
  const promotion = code ? work.get('promotion_code', code, 'discounts[0][promotion_code]') : null;
  const id = promotion?.promotion.coupon ?? coupon ?? '';
  const found = work.store.find('coupon', id);
  if (!found) throw missing('coupon', id, 'discounts[0][coupon]');
  if (promotion?.active === false || !isValid(work, found)) {
    throw invalid(`Coupon expired: ${id}`, 'discounts[0][coupon]', 'coupon_expired');
  }
  return { coupon: id, promotionCode: promotion?.id ?? null };
}

function isValid(work: Work, { max_redemptions: most, times_redeemed, redeem_by }: Doc<'coupon'>) {
  return (most === null || times_redeemed < most) && (redeem_by === null || redeem_by > work.now());
}

/** Puts a coupon to work on a subscription, and counts that. Answers the discount's id. */
export function redeem(
  work: Work,
  { coupon: id, promotionCode }: Redeemed,
  owner: { customer: string; subscription: string },
): string {
  const coupon = work.get('coupon', id);
  const start = work.now(owner.customer);
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null;
  const end = months === null ? null : monthsAfter(start, months);
  const discount = newDiscount({ ...owner, promotion_code: promotionCode, start, end }, id);
  const counted = { ...coupon, times_redeemed: coupon.times_redeemed + 1 };
  work.save('coupon', { ...counted, valid: isValid(work, counted) });
  work.add('discount', discount, 'customer.discount.created');
  return discount.id;
}

/** The discounts a subscription has by a request: those it names that are there, and new ones. */
export function discountsFor(
  work: Work,
  named: readonly Named[],
  owner: { customer: string; subscription: string },
): string[] {
  return named.map((one) =>
    one.discount
      ? work.get('discount', one.discount, 'discounts[0][discount]').id
      : redeem(work, redeemable(work, one), owner),
  );
}

function monthsAfter(instant: number, months: number): number {
  const date = new Date(instant * 1000);
  date.setUTCMonth(date.getUTCMonth() + months);
  return Math.floor(date.getTime() / 1000);
}

/** What a coupon takes off some amounts, an amount each; nothing off what is no charge. */
export function amountsOff(coupon: Doc<'coupon'>, amounts: readonly number[]): number[] {
  const { percent_off: percent, amount_off } = coupon;
  const charges = amounts.map((amount) => Math.max(0, amount));
  if (percent !== null) return charges.map((amount) => Math.round((amount * percent) / 100));
  const all = charges.reduce((sum, amount) => sum + amount, 0);
  let left = Math.min(amount_off ?? 0, all);
  return charges.map((amount, index) => {
    const isLast = index === charges.length - 1;
    const share = Math.round(((amount_off ?? 0) * amount) / (all || 1));
    const off = Math.min(amount, left, isLast ? left : share);
    left -= off;
    return off;
  });
}
