import { createStripe } from '../features/billing/stripe/client.ts';
import { describeAccount } from '../features/billing/stripe/setup/account.ts';
import { settingsToLookAt } from '../features/billing/stripe/setup/account-settings.ts';
import { closeOldSessions } from '../features/billing/stripe/setup/old-sessions.ts';
import { createPortal } from '../features/billing/stripe/setup/portal.ts';
import { createPrices } from '../features/billing/stripe/setup/prices.ts';
import { describeVat } from '../features/billing/stripe/setup/vat.ts';
import { webhookFaults } from '../features/billing/stripe/setup/webhook-endpoint.ts';

/**
 * `npm run stripe:sync`: puts the catalogue's products and prices and the portal's configuration
 * into Stripe, closes checkouts at prices of before, looks whether Stripe sends its events to APP_URL
 * and whether the account is in order, with a VAT number its tax settings too, and names what is to be looked at by hand. Safe to repeat.
 */
const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: apiUrl, APP_URL: appUrl } = process.env;
const say = (line: string) => process.stdout.write(`${line}\n`);
if (!key) {
  process.stderr.write('Set STRIPE_SECRET_KEY to the key of the account to fill.\n');
  process.exit(1);
}
try {
  const stripe = createStripe({ key, apiUrl });
  const isTaxed = Boolean(process.env.BRAND_VAT_NUMBER);
  const prices = createPrices(stripe, isTaxed);
  await prices.syncCatalogue();
  say('Products and prices in Stripe are those of the catalogue.');
  const closed = await closeOldSessions(stripe, prices);
  if (closed > 0) say(`Open checkouts at a price that is not shown any more: ${closed} closed.`);
  const changed = await createPortal(stripe, prices, isTaxed).syncConfiguration();
  for (const line of changed) say(line);
  say('The customer portal is configured.');
  if (appUrl) {
    const faults = await webhookFaults(stripe, appUrl);
    for (const fault of faults) say(fault);
    if (faults.length === 0) say('Stripe sends its events here.');
  } else {
    say('Set APP_URL as well to check the webhook.');
  }
  if (isTaxed) for (const line of await describeVat(stripe)) say(line);
  for (const line of await describeAccount(stripe)) say(line);
  for (const line of settingsToLookAt()) say(line);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
