import { brand, particulars } from 'contract/brand';
import Stripe from 'stripe';
import type { Env } from '../../../../env.ts';
import type { Services } from '../../../../services.ts';
import { idOf } from '../reference.ts';
import type { Snapshot } from './snapshot.ts';

/** What is not as our settings have it, of somebody who goes on being charged. */
interface SellerDifference {
  kind: 'customer' | 'subscription';
  id: string;
  field: 'footer' | 'vat';
  ours: string;
  stripe: string | null;
}

/** What stands at the foot of each invoice: who sells (product B433). */
export function footerOf({ BRAND_VAT_NUMBER: vatNumber = '' }: Env): string {
  return particulars({ ...brand.legal, vatNumber }).join('\n');
}

/** Where the next invoice would name another company than ours, or have VAT where ours has none. */
export function sellerDifferences(env: Env, snapshot: Snapshot): SellerDifference[] {
  const { customer } = snapshot;
  const running = runningOf(snapshot);
  if (!customer || running.length === 0) return [];
  const footer = footerOf(env);
  const isTaxed = env.BRAND_VAT_NUMBER !== undefined;
  const differences: SellerDifference[] = running
    .filter(({ automatic_tax: tax }) => tax.enabled !== isTaxed)
    .map(({ id }) => ({
      ...{ kind: 'subscription', id, field: 'vat' },
      ...{ ours: String(isTaxed), stripe: String(!isTaxed) },
    }));
  const { footer: there } = customer.invoice_settings;
  if (there !== footer) {
    const { id } = customer;
    differences.push({ kind: 'customer', id, field: 'footer', ours: footer, stripe: there });
  }
  return differences;
}

/**
 * Lets the invoices to come name the company as the settings do, and have VAT worked out for what runs
 * since before there was a VAT number, or no more once there is none. Answers whether anything was done.
 */
export async function followSeller(
  { env, stripe, log }: Services,
  customerId: string,
  snapshot: Snapshot,
): Promise<boolean> {
  let isChanged = false;
  for (const { kind, id, ours } of sellerDifferences(env, snapshot)) {
    if (kind === 'customer') {
      await stripe.customers.update(customerId, { invoice_settings: { footer: ours } });
      isChanged = true;
      continue;
    }
    try {
      if (ours === 'true') await placeCustomer(stripe, snapshot);
      await stripe.subscriptions.update(id, { automatic_tax: { enabled: ours === 'true' } });
      isChanged = true;
    } catch (error) {
      // A price that does not say that VAT is in it, or a place that Stripe does not know: the
      // comparison's report names it until somebody has put it right.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      log.error({ id, error }, 'VAT could not be switched for a subscription');
    }
  }
  return isChanged;
}

function runningOf({ subscriptions }: Snapshot): Stripe.Subscription[] {
  return subscriptions.filter(
    ({ ended_at, status }) => ended_at === null && status !== 'incomplete',
  );
}

/** Says of somebody whose address nobody knows that they are where their card is from. */
async function placeCustomer(stripe: Stripe, { customer }: Snapshot): Promise<void> {
  const card = idOf(customer?.invoice_settings.default_payment_method);
  if (!customer || customer.address?.country || !card) return;
  const { card: details } = await stripe.paymentMethods.retrieve(card);
  if (!details?.country) return;
  await stripe.customers.update(customer.id, { address: { country: details.country } });
}
