import { invalid } from '../http/errors.ts';
import { equal, page, pagingByTime } from '../http/list.ts';
import {
  flag,
  hash,
  integer,
  metadata,
  oneOf,
  type Param,
  required,
  text,
  type Values,
} from '../http/params.ts';
import { route } from '../http/route.ts';
import { newCoupon, newPromotionCode } from '../shapes/coupon.ts';
import { mergeMetadata, present } from './updates.ts';

/** More than nothing, at most all. */
const percent: Param<number> = {
  read(raw, name) {
    const value = Number(text.read(raw, name));
    if (value > 0 && value <= 100) return value;
    throw invalid('Percent off must be greater than 0 and at most 100.', name);
  },
};

const shape = {
  amount_off: integer,
  currency: text,
  duration: oneOf('forever', 'once', 'repeating'),
  duration_in_months: integer,
  id: text,
  max_redemptions: integer,
  metadata,
  name: text,
  percent_off: percent,
  redeem_by: integer,
};

function check({ amount_off, percent_off, currency, ...rest }: Values<typeof shape>): void {
  if ((amount_off ?? null) === null && (percent_off ?? null) === null)
    throw invalid('You must pass either `percent_off` or `amount_off`.', 'percent_off');
  if (amount_off && percent_off)
    throw invalid('You may only specify one of these parameters: percent_off, amount_off.');
  if (amount_off && !currency)
    throw invalid('You must pass `currency` when passing `amount_off`.', 'currency');
  if (rest.duration === 'repeating' && !rest.duration_in_months)
    throw invalid('You must pass `duration_in_months`.', 'duration_in_months');
}

const codes = '/v1/promotion_codes';

/** https://docs.stripe.com/api/coupons and https://docs.stripe.com/api/promotion_codes */
export const couponRoutes = [
  route('POST', '/v1/coupons', shape, (work, params) => {
    check(params);
    if (params.id && work.store.find('coupon', params.id))
      throw invalid('Coupon already exists.', 'id', 'resource_already_exists');
    return work.add('coupon', newCoupon(work.now(), present(params)), 'coupon.created');
  }),
  route('GET', '/v1/coupons/:id', {}, (work, _, id) => work.get('coupon', id)),
  route('POST', '/v1/coupons/:id', { metadata, name: text }, (work, params, id) => {
    const changes = mergeMetadata(work.get('coupon', id), params);
    return work.change('coupon', id, changes, 'coupon.updated');
  }),
  // What runs on a coupon keeps it.
  route('DELETE', '/v1/coupons/:id', {}, (work, _, id) => {
    const coupon = work.get('coupon', id);
    work.save('coupon', { ...coupon, valid: false, redeem_by: work.now() });
    work.emit('coupon.deleted', coupon);
    return { id, object: 'coupon', deleted: true };
  }),
  route('GET', '/v1/coupons', pagingByTime, (work, params) =>
    page(work, 'coupon', params, [], '/v1/coupons'),
  ),
  route(
    'POST',
    codes,
    {
      active: flag,
      code: text,
      metadata,
      promotion: required(hash({ coupon: required(text), type: required(oneOf('coupon')) })),
    },
    (work, { promotion, ...given }) => {
      work.get('coupon', promotion.coupon, 'promotion[coupon]');
      const code = newPromotionCode(work.now(), promotion.coupon, present(given));
      return work.add('promotion_code', code, 'promotion_code.created');
    },
  ),
  route('GET', `${codes}/:id`, {}, (work, _, id) => work.get('promotion_code', id)),
  route('POST', `${codes}/:id`, { active: flag, metadata }, (work, params, id) => {
    const changes = mergeMetadata(work.get('promotion_code', id), params);
    return work.change('promotion_code', id, changes, 'promotion_code.updated');
  }),
  route('GET', codes, { ...pagingByTime, active: flag, code: text, coupon: text }, (work, params) =>
    page(
      work,
      'promotion_code',
      params,
      [
        ...equal('active', params.active),
        ...equal('code', params.code),
        ...equal('promotion.coupon', params.coupon),
      ],
      codes,
    ),
  ),
];
