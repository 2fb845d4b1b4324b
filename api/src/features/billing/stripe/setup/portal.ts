import { brand } from 'contract/brand';
import { products } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Prices } from './prices.ts';

export interface Portal {
  /** The configuration our customers' portal pages use, made on first need. */
  configurationId(): Promise<string>;
  /**
   * Makes the configuration or brings it up to date with the catalogue; safe to repeat. Answers what of
   * it somebody had switched on or off in Stripe, in words for an operator.
   */
  syncConfiguration(): Promise<string[]>;
}

/** Tells our configuration from others of the same account. */
const mark = { key: 'subscriptions' };

/**
 * What Stripe's hosted portal lets our customers do: confirm a change of plan, update the card, see
 * invoices, say who is billed on them. Cancelling stays with us, where it can be taken back in one click.
 */
export function createPortal(stripe: Stripe, prices: Prices, isTaxed = false): Portal {
  let known: string | undefined;

  async function find(): Promise<Stripe.BillingPortal.Configuration | undefined> {
    for await (const configuration of stripe.billingPortal.configurations.list({ active: true })) {
      if (configuration.metadata?.key === mark.key) return configuration;
    }
    return undefined;
  }

  async function create(): Promise<string> {
    const made = await stripe.billingPortal.configurations.create({
      metadata: mark,
      ...(await describe(prices, isTaxed)),
    });
    return made.id;
  }

  return {
    async configurationId() {
      known ??= (await find())?.id ?? (await create());
      return known;
    },

    async syncConfiguration() {
      const found = await find();
      known = found?.id ?? (await create());
      if (!found) return [];
      const wanted = await describe(prices, isTaxed);
      await stripe.billingPortal.configurations.update(known, wanted);
      return changedIn(found, wanted);
    },
  };
}

/** Features that are not as we want them, by what they are called in Stripe. */
function changedIn(
  { features }: Stripe.BillingPortal.Configuration,
  wanted: Awaited<ReturnType<typeof describe>>,
): string[] {
  return (Object.keys(wanted.features) as (keyof typeof wanted.features)[])
    .filter((name) => features[name].enabled !== wanted.features[name].enabled)
    .map((name) => {
      const [was, is] = features[name].enabled ? ['on', 'off'] : ['off', 'on'];
      return `${name} was switched ${was} in the portal's configuration: it is ${is} again.`;
    });
}

async function describe(prices: Prices, isTaxed: boolean) {
  return {
    business_profile: { headline: brand.company },
    features: {
      // What stands on invoices; the e-mail is the account's.
      customer_update: {
        enabled: true,
        allowed_updates: ['name', 'address', ...(isTaxed ? ['tax_id'] : [])],
      },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: false },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        trial_update_behavior: 'continue_trial',
        products: await Promise.all(
          products.map(async ({ id, monthly, yearly }) => ({
            product: id,
            prices: [await prices.idOf(monthly), await prices.idOf(yearly)],
          })),
        ),
      },
    },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
}
