import { createStripe } from '../features/billing/stripe/client.ts';
import { createPrices } from '../features/billing/stripe/prices.ts';

/** `npm run stripe:sync`: puts the catalogue's products and prices into Stripe. Safe to repeat. */
const key = process.env.STRIPE_SECRET_KEY;
if (!key) {
  process.stderr.write('Set STRIPE_SECRET_KEY to the key of the account to fill.\n');
  process.exit(1);
}
await createPrices(createStripe({ key, apiUrl: process.env.STRIPE_API_URL })).syncCatalogue();
process.stdout.write('Products and prices in Stripe are those of the catalogue.\n');
