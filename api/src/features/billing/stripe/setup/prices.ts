import { findPlan, findProduct, type Plan, plans, products } from 'contract/catalogue';
import type Stripe from 'stripe';
import { idOf } from '../reference.ts';

export interface Prices {
  /**
   * The Stripe price that sells a plan at the amount of our catalogue, which is the one that is
   * shown. Throws PriceMissing when there is none, because the catalogue was not synced.
   */
  idOf(plan: Plan): Promise<string>;
  /** Whether Stripe sells a plan at the amount of our catalogue no more, looked up anew. */
  isReplaced(plan: Plan): Promise<boolean>;
  /**
   * The plan behind a Stripe price: old prices, and others on our products that are charged in
   * pounds once a month or a year. Undefined for a price that is none of that.
   */
  planOf(priceId: string): Promise<Plan | undefined>;
  /**
   * Creates or updates products and prices in Stripe by lookup key, and archives prices of before, so
   * that no page left open can begin anything at them: what runs renews at them. Safe to repeat.
   */
  syncCatalogue(): Promise<void>;
}

/** A plan of our catalogue has no price at Stripe: it was not synced, or a newer release has synced its own. */
export class PriceMissing extends Error {
  constructor({ lookupKey }: Plan) {
    super(`No price for ${lookupKey} in Stripe: run stripe:sync`);
  }
}

/** For so long a price that Stripe's list did not have is not looked for again. Milliseconds. */
const missedFor = 60_000;

/**
 * Which Stripe price stands for which plan. Read from Stripe once and again on a miss.
 * @param isTaxed whether Stripe works out VAT, which then has to be in each price (product B432)
 */
export function createPrices(stripe: Stripe, isTaxed = false): Prices {
  let known = new Map<string, Stripe.Price>();
  /** When the prices that are not in the list were last looked for. */
  const missed = new Map<string, number>();

  async function load(): Promise<void> {
    const fresh = new Map<string, Stripe.Price>();
    for await (const price of stripe.prices.list({ limit: 100 })) fresh.set(price.id, price);
    known = fresh;
  }

  /** Sales of somebody else on the same account must not read the whole list each time. */
  async function loadForUnknown(priceId: string): Promise<void> {
    const now = performance.now();
    for (const [id, at] of missed) if (now - at > missedFor) missed.delete(id);
    if (missed.has(priceId)) return;
    await load();
    if (!known.has(priceId)) missed.set(priceId, now);
  }

  function sellingPrice(plan: Plan): Stripe.Price | undefined {
    return [...known.values()].find(
      (price) =>
        price.active &&
        price.lookup_key === plan.lookupKey &&
        price.unit_amount === plan.amount &&
        cycleOf(price) === plan.cycle &&
        (!isTaxed || price.tax_behavior === 'inclusive'),
    );
  }

  /** What was ever made to sell a plan by us; what somebody made at Stripe's dashboard is theirs. */
  const pricesOf = ({ id, productId, lookupKey }: Plan): Stripe.Price[] =>
    [...known.values()].filter(
      ({ lookup_key, metadata, product }) =>
        idOf(product) === productId && (lookup_key === lookupKey || metadata.plan_id === id),
    );

  return {
    async idOf(plan) {
      if (!sellingPrice(plan)) await load();
      const price = sellingPrice(plan);
      if (!price) throw new PriceMissing(plan);
      return price.id;
    },

    async isReplaced(plan) {
      await load();
      return !sellingPrice(plan);
    },

    async planOf(priceId) {
      if (!known.has(priceId)) await loadForUnknown(priceId);
      const price = known.get(priceId);
      const cycle = price && cycleOf(price);
      if (!cycle) return undefined;
      const product = findProduct(idOf(price.product) ?? '');
      return product?.[cycle] ?? planNamedBy(price, cycle);
    },

    async syncCatalogue() {
      const { data: there } = await stripe.products.list({ ids: products.map(({ id }) => id) });
      for (const product of products) {
        await syncProduct(
          stripe,
          product,
          there.find(({ id }) => id === product.id),
        );
      }
      await load();
      if (isTaxed && (await includeTax(stripe, [...known.values()]))) await load();
      // Looked for before another one takes over the lookup key.
      const replaced = plans.flatMap((plan) =>
        pricesOf(plan).filter((price) => price.active && price !== sellingPrice(plan)),
      );
      const missing = plans.filter((plan) => !sellingPrice(plan));
      for (const plan of missing) await createPrice(stripe, plan, isTaxed);
      for (const { id } of replaced) await stripe.prices.update(id, { active: false });
      if (missing.length + replaced.length > 0) await load();
    },
  };
}

/** How often a price in pounds is charged; undefined for any other currency or rhythm. */
function cycleOf({ currency, recurring }: Stripe.Price): Plan['cycle'] | undefined {
  if (currency !== 'gbp' || recurring?.interval_count !== 1) return undefined;
  if (recurring.interval === 'month') return 'monthly';
  return recurring.interval === 'year' ? 'yearly' : undefined;
}

/** The plan that the metadata of a price on another product names. */
function planNamedBy({ metadata }: Stripe.Price, cycle: Plan['cycle']): Plan | undefined {
  const plan = findPlan(metadata.plan_id ?? '');
  return plan?.cycle === cycle ? plan : undefined;
}

async function syncProduct(
  stripe: Stripe,
  { id, key, name, description }: (typeof products)[number],
  there: Stripe.Product | undefined,
): Promise<void> {
  const wanted = { name, description, active: true };
  if (!there) await stripe.products.create({ id, ...wanted, metadata: { key } });
  else if (there.name !== name || there.description !== description || !there.active) {
    await stripe.products.update(id, wanted);
  }
}

/**
 * Says of every price on our products that says nothing that VAT is in it, of those that are sold no
 * more as well, since subscriptions run on them. Whether there was one.
 */
async function includeTax(stripe: Stripe, all: Stripe.Price[]): Promise<boolean> {
  const silent = all.filter(
    ({ tax_behavior, product }) =>
      tax_behavior === 'unspecified' && findProduct(idOf(product) ?? ''),
  );
  for (const { id } of silent) await stripe.prices.update(id, { tax_behavior: 'inclusive' });
  return silent.length > 0;
}

async function createPrice(stripe: Stripe, plan: Plan, isTaxed: boolean): Promise<void> {
  await stripe.prices.create({
    product: plan.productId,
    currency: 'gbp',
    unit_amount: plan.amount,
    recurring: { interval: plan.cycle === 'monthly' ? 'month' : 'year' },
    lookup_key: plan.lookupKey,
    transfer_lookup_key: true,
    metadata: { plan_id: plan.id },
    ...(isTaxed && { tax_behavior: 'inclusive' }),
  });
}
