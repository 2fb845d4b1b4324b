import type Stripe from 'stripe';

/** A card as a person types it into the page. */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  authenticates: '4000 0025 0000 3155',
  alwaysAuthenticates: '4000 0027 6000 3184',
  expired: '4000 0000 0000 0069',
  failsLater: '4000 0000 0000 0341',
};

/** One product with a monthly and a yearly price in pounds, and a customer. */
export async function openShop(stripe: Stripe) {
  const product = await stripe.products.create({ id: 'portfolio', name: 'Portfolio' });
  const price = (interval: 'month' | 'year', unit_amount: number) =>
    stripe.prices.create({
      product: product.id,
      currency: 'gbp',
      unit_amount,
      recurring: { interval },
      lookup_key: `portfolio_${interval}`,
    });
  const customer = await stripe.customers.create({ email: 'ada@example.test', name: 'Ada' });
  return {
    product,
    monthly: await price('month', 2_499),
    yearly: await price('year', 25_000),
    customer,
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Opens a checkout session for the monthly price. */
export function openCheckout(
  stripe: Stripe,
  shop: Shop,
  given: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: shop.customer.id,
    line_items: [{ price: shop.monthly.id, quantity: 1 }],
    success_url: 'http://shop.test/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/plans',
    ...given,
  });
}

/** Opens a checkout session with a trial. */
export function openTrial(stripe: Stripe, shop: Shop, days = 30) {
  return openCheckout(stripe, shop, { subscription_data: { trial_period_days: days } });
}

/** Fills in and sends the form of a hosted page, as a browser would. */
export function submitCard(page: string, number: string, changes: Record<string, string> = {}) {
  return postForm(page, { number, expiry: '12/99', cvc: '123', name: 'Ada L', ...changes });
}

/** Sends a form and keeps the answer as it is, without following a redirect. */
export function postForm(page: string, fields: Record<string, string>) {
  return fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });
}

/** A customer with a saved card and a live monthly subscription, paid or on trial. */
export async function subscribe(
  stripe: Stripe,
  shop: Shop,
  given: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Stripe.Subscription> {
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: shop.customer.id });
  return stripe.subscriptions.create({
    customer: shop.customer.id,
    items: [{ price: shop.monthly.id }],
    default_payment_method: method.id,
    ...given,
  });
}
