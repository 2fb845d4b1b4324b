import type Stripe from 'stripe';
import { neededEvents } from '../events/event-types.ts';

/**
 * What is wrong with the webhook of the site at `appUrl`, in words for an operator: nothing where one
 * of those that lead there is in order.
 */
export async function webhookFaults(stripe: Stripe, appUrl: string): Promise<string[]> {
  const url = `${appUrl.replace(/\/$/, '')}/api/webhooks/stripe`;
  const faults: string[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== url) continue;
    const fault = faultOf(endpoint);
    if (!fault) return [];
    faults.push(`The webhook ${url} ${fault}`);
  }
  if (faults.length > 0) return faults;
  return [`No webhook leads to ${url}: add one in Stripe and set STRIPE_WEBHOOK_SECRET.`];
}

function faultOf({ status, enabled_events: events }: Stripe.WebhookEndpoint): string | undefined {
  if (status !== 'enabled') return 'is disabled in Stripe.';
  const missing = events.includes('*') ? [] : neededEvents.filter((one) => !events.includes(one));
  if (missing.length === 0) return undefined;
  return `does not get ${missing.join(', ')}: let it get all events.`;
}
