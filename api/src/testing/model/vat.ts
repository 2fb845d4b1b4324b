import { deepStrictEqual as same } from 'node:assert/strict';
import type { Doc } from 'stripe-sandbox/in-process';
import type { PaymentRow } from '../../features/billing/payments/repository.ts';
import { strangersOf } from './truth.ts';
import type { World } from './world.ts';

/**
 * With a company that charges VAT each payment for what the site sold has a sixth of each line in it, to
 * the penny; without one there is none. What somebody sold at Stripe's dashboard has VAT as far as it was
 * switched on there by then, or since by us. Net and VAT are the total.
 */
export function checkVat({ sandbox, env }: World, payments: PaymentRow[]): void {
  const isCompanyTaxed = env.BRAND_VAT_NUMBER !== undefined;
  const invoices = byId(sandbox.all('invoice'));
  const subscriptions = byId(sandbox.all('subscription'));
  for (const { stripeInvoiceId, vat } of payments) {
    const invoice = invoices.get(stripeInvoiceId);
    if (!invoice) continue;
    const { total, total_excluding_tax: net, lines, parent } = invoice;
    const sold = subscriptions.get(String(parent?.subscription_details?.subscription));
    const isTaxed = isCompanyTaxed && (sold?.metadata.plan_id ? true : isTaxedAtStripe(invoice));
    const expected = isTaxed ? lines.data.reduce((sum, { amount }) => sum + sixthOf(amount), 0) : 0;
    same([vat, (net ?? total) + vat], [expected, total], `VAT of ${stripeInvoiceId}`);
  }
}

/** After a sweep VAT is worked out for all that runs, at prices that say whether it is in them. */
export function checkTaxed({ sandbox, env }: World): void {
  const strangers = strangersOf(sandbox);
  const prices = byId(sandbox.all('price'));
  const running = sandbox
    .all('subscription')
    .filter(({ customer }) => !strangers.has(customer))
    .filter(({ ended_at, status }) => ended_at === null && status !== 'incomplete');
  for (const { id, automatic_tax, items } of running) {
    const isClear = items.data.every(
      ({ price }) => prices.get(price.id)?.tax_behavior === 'inclusive',
    );
    const expected = env.BRAND_VAT_NUMBER !== undefined && isClear;
    same(automatic_tax.enabled, expected, `whether ${id} is taxed`);
  }
}

const isTaxedAtStripe = ({ automatic_tax, customer_address }: Doc<'invoice'>): boolean =>
  automatic_tax.enabled && customer_address?.country === 'GB';

/** Rounded as a charge is, for a credit too. */
const sixthOf = (pence: number): number => Math.sign(pence) * Math.round(Math.abs(pence) / 6);

function byId<One extends { id: string | undefined }>(all: One[]): Map<string | undefined, One> {
  return new Map(all.map((one) => [one.id, one]));
}
