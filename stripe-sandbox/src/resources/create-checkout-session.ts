import { withDiscounts } from '../billing/checkout-order.ts';
import { discountsParam, redeemable } from '../billing/coupons.ts';
import { isTooSmall, minimumOf } from '../billing/minimum.ts';
import { formatMoney } from '../billing/money.ts';
import { refuseOtherCurrency } from '../billing/one-currency.ts';
import { refuseInactive } from '../billing/start-subscription.ts';
import { DAY } from '../clock/day.ts';
import { email, url } from '../http/contact-params.ts';
import { invalid } from '../http/errors.ts';
import {
  flag,
  hash,
  ignored,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  type Values,
} from '../http/params.ts';
import { route } from '../http/route.ts';
import { newCheckoutSession } from '../shapes/checkout-session.ts';
import { detailsOf } from '../shapes/customer-details.ts';
import type { Doc } from '../store/documents.ts';
import type { CheckoutSecret } from '../store/secrets.ts';
import type { Work } from '../work/work.ts';
import { checkDetails, collecting, detailParams } from './checkout-details.ts';
import { trialSettings } from './subscription-params.ts';

const HOUR = 3_600;

const message = hash({ message: required(text) });

const shape = {
  adaptive_pricing: hash({ enabled: flag }),
  allow_promotion_codes: flag,
  allowed_payment_method_types: list(text),
  ...detailParams,
  branding_settings: ignored,
  cancel_url: url,
  client_reference_id: text,
  consent_collection: hash({
    payment_method_reuse_agreement: ignored,
    promotions: text,
    terms_of_service: oneOf('none', 'required'),
  }),
  currency: text,
  custom_text: hash({
    after_submit: message,
    shipping_address: message,
    submit: message,
    terms_of_service_acceptance: message,
  }),
  customer: text,
  customer_email: email,
  discounts: discountsParam,
  expires_at: integer,
  line_items: required(
    list(hash({ price: required(text), quantity: integer, adjustable_quantity: ignored })),
  ),
  locale: text,
  metadata,
  mode: required(oneOf('subscription')),
  payment_method_collection: oneOf('always', 'if_required'),
  payment_method_options: ignored,
  payment_method_types: list(text),
  phone_number_collection: ignored,
  saved_payment_method_options: ignored,
  submit_type: oneOf('auto', 'subscribe'),
  subscription_data: hash({
    billing_mode: ignored,
    description: text,
    metadata,
    trial_end: integer,
    trial_period_days: integer,
    trial_settings: trialSettings,
  }),
  success_url: required(url),
  ui_mode: oneOf('hosted_page', 'hosted'),
};
type Params = Values<typeof shape>;

/** https://docs.stripe.com/api/checkout/sessions/create */
export const createCheckoutSessionRoute = route(
  'POST',
  '/v1/checkout/sessions',
  shape,
  (work, params) => {
    // A session's own life is counted in shared time; only its subscription follows a test clock.
    const now = work.now();
    if (params.customer) work.get('customer', params.customer, 'customer');
    if (params.customer && params.customer_email) {
      throw invalid(
        'You may only specify one of these parameters: customer, customer_email.',
        'customer_email',
      );
    }
    const sale = saleOf(work, params);
    if (params.customer) refuseOtherCurrency(work, params.customer, sale.currency);
    checkDetails(work, params);
    const secret = {
      ...secretOf(params, sale.items),
      redeemed: (params.discounts ?? []).map((one) => redeemable(work, one)),
    };
    const trial = secret.trialDays !== null || secret.trialEnd !== null;
    if (!trial) refuseTooSmall(sale);
    const base = {
      created: now,
      expires_at: expiry(now, params.expires_at),
      currency: sale.currency,
      amount_total: trial ? 0 : sale.total,
      payment_status: trial ? ('no_payment_required' as const) : ('unpaid' as const),
    };
    const session = newCheckoutSession(base, work.publicUrl, given(work, params));
    work.save('checkout.session', session, secret);
    if (secret.redeemed.length === 0) return session;
    const lessDiscounts = withDiscounts(work, session);
    work.save('checkout.session', lessDiscounts);
    return lessDiscounts;
  },
);

function saleOf(work: Work, { line_items }: Params) {
  let total = 0;
  let currency = '';
  const items = line_items.map(({ price: id, quantity }, index) => {
    const param = `line_items[${index}][price]`;
    const price = work.get('price', id, param);
    refuseInactive(price, param);
    if (!price.recurring) {
      throw invalid(
        'You must provide at least one recurring price in `subscription` mode when using prices.',
        param,
      );
    }
    currency = price.currency;
    total += (price.unit_amount ?? 0) * (quantity ?? 1);
    return { price: id, quantity: quantity ?? 1 };
  });
  if (items.length === 0)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  return { items, total, currency };
}

function refuseTooSmall({ total, currency }: { total: number; currency: string }): void {
  if (!isTooSmall(total, currency)) return;
  const least = formatMoney(minimumOf(currency), currency);
  throw invalid(
    `The Checkout Session's total amount due must add up to at least ${least} ${currency}`,
    undefined,
    'amount_too_small',
  );
}

function secretOf(params: Params, items: CheckoutSecret['items']): CheckoutSecret {
  const { subscription_data: data } = params;
  const days = data?.trial_period_days ?? null;
  if (days !== null && days < 1) {
    throw invalid(
      'The minimum number of trial period days is 1.',
      'subscription_data[trial_period_days]',
    );
  }
  return {
    items,
    trialDays: days,
    trialEnd: data?.trial_end ?? null,
    subscriptionMetadata: data?.metadata ?? {},
    subscriptionDescription: data?.description ?? null,
    missingCard: data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    updates: {
      address: params.customer_update?.address === 'auto',
      name: params.customer_update?.name === 'auto',
    },
    awaiting: null,
  };
}

/** Within half an hour and a day from now, as at Stripe. */
function expiry(now: number, asked: number | null | undefined): number {
  const at = asked ?? now + DAY;
  // Half a minute of grace: the caller's clock may differ a little from ours.
  if (at < now + HOUR / 2 - 30) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (at > now + DAY + 30) {
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  return at;
}

function given(work: Work, params: Params): Partial<Doc<'checkout.session'>> {
  const { custom_text: words, consent_collection: consent } = params;
  const customer = work.store.find('customer', params.customer ?? '');
  const email = customer?.email ?? params.customer_email ?? null;
  return {
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    adaptive_pricing: params.adaptive_pricing
      ? { enabled: params.adaptive_pricing.enabled ?? true }
      : null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    ...collecting(params),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    ...(consent && {
      consent_collection: {
        payment_method_reuse_agreement: null,
        promotions: null,
        terms_of_service: consent.terms_of_service ?? null,
      },
    }),
    custom_text: {
      after_submit: words?.after_submit ?? null,
      shipping_address: words?.shipping_address ?? null,
      submit: words?.submit ?? null,
      terms_of_service_acceptance: words?.terms_of_service_acceptance ?? null,
    },
    customer: customer?.id ?? null,
    customer_creation: customer ? null : 'always',
    customer_details: email === null ? null : detailsOf(email, customer?.name ?? null),
    customer_email: params.customer_email ?? null,
    locale: (params.locale ?? null) as Doc<'checkout.session'>['locale'],
    metadata: params.metadata ?? {},
    payment_method_collection: params.payment_method_collection ?? 'always',
    submit_type: (params.submit_type ?? null) as Doc<'checkout.session'>['submit_type'],
    success_url: params.success_url,
  };
}
