import type Stripe from 'stripe';

/** A sample of the events without which our rows would follow late. */
const needed = [
  'customer.subscription.updated',
  'invoice.paid',
  'charge.refunded',
  'charge.dispute.closed',
];

/** What is wrong with the webhook of the site at `appUrl`, in words for an operator. */
export async function webhookFaults(stripe: Stripe, appUrl: string): Promise<string[]> {
  const url = `${appUrl.replace(/\/$/, '')}/api/webhooks/stripe`;
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== url) continue;
    if (endpoint.status !== 'enabled') return [`The webhook ${url} is disabled in Stripe.`];
    const events: string[] = endpoint.enabled_events;
    const missing = events.includes('*') ? [] : needed.filter((type) => !events.includes(type));
    return missing.length === 0
      ? []
      : [`The webhook ${url} does not get ${missing.join(', ')}: let it get all events.`];
  }
  return [`No webhook leads to ${url}: add one in Stripe and set STRIPE_WEBHOOK_SECRET.`];
}
