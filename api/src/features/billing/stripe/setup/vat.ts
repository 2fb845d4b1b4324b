import { findProduct, products } from 'contract/catalogue';
import type Stripe from 'stripe';
import { idOf } from '../reference.ts';

const tax = 'https://dashboard.stripe.com/settings/tax';
const registrations = 'https://dashboard.stripe.com/tax/registrations';
const invoices = 'https://dashboard.stripe.com/settings/billing/invoice';

/**
 * What of Stripe Tax is not as a company with a VAT number needs it, a line each with the page on which
 * it is put right; and what to look at by hand. Prices are those of `syncCatalogue` by then.
 */
export async function describeVat(stripe: Stripe): Promise<string[]> {
  const faults = [...(await settingFaults(stripe)), ...(await priceFaults(stripe))];
  const lookAt = `Look at ${invoices}, Default tax IDs, once: the VAT number of the company.`;
  if (faults.length === 0) return ['VAT is worked out by Stripe, and in each price.', lookAt];
  return [
    'VAT is switched on here, and cannot be right at Stripe yet:',
    ...faults.map((fault) => `- ${fault}`),
    lookAt,
  ];
}

async function settingFaults(stripe: Stripe): Promise<string[]> {
  const [settings, active] = await Promise.all([
    stripe.tax.settings.retrieve(),
    Array.fromAsync(stripe.tax.registrations.list({ status: 'active', limit: 100 })),
  ]);
  const missing = settings.status_details.pending?.missing_fields ?? [];
  const faults: [boolean, string][] = [
    [
      settings.status !== 'active',
      `Stripe Tax is not set up${missing.length > 0 ? `, for want of ${missing.join(', ')}` : ''}: ${tax}`,
    ],
    [
      !active.some(({ country }) => country === 'GB'),
      `No registration in the United Kingdom, so no VAT is charged: ${registrations}`,
    ],
  ];
  return faults.filter(([isSo]) => isSo).map(([, fault]) => fault);
}

/** Prices on our products that have VAT on top: what runs on them is charged more than is shown. */
async function priceFaults(stripe: Stripe): Promise<string[]> {
  const faults: string[] = [];
  for (const { id: product } of products) {
    for await (const price of stripe.prices.list({ product, limit: 100 })) {
      if (price.tax_behavior === 'inclusive') continue;
      const name = findProduct(idOf(price.product) ?? '')?.name;
      faults.push(
        `The price ${price.id} of ${name} does not have VAT in it: move what runs on it to another, and archive it`,
      );
    }
  }
  return faults;
}
