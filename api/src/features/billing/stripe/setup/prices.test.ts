import { plans, products } from 'contract/catalogue';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeWorld, openWorld, type World } from '../../../../testing/model/world.ts';
import { createPrices, type Prices } from './prices.ts';
import { describeVat } from './vat.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => closeWorld(world));

it('the catalogue is in Stripe once, however often it is synced', async () => {
  for (const _ of [1, 2]) await createPrices(world.stripe).syncCatalogue();
  const { data: sold } = await world.stripe.products.list({ limit: 100 });
  expect(sold.map(({ id }) => id).toSorted()).toEqual(products.map(({ id }) => id).toSorted());
  const { data: prices } = await world.stripe.prices.list({ limit: 100 });
  const found = prices.map(({ lookup_key, unit_amount, currency, recurring }) => ({
    key: lookup_key,
    price: [unit_amount, currency, recurring?.interval],
  }));
  expect(found.toSorted((a, b) => String(a.key).localeCompare(String(b.key)))).toEqual(
    plans
      .map(({ lookupKey, amount, cycle }) => ({
        key: lookupKey,
        price: [amount, 'gbp', cycle === 'monthly' ? 'month' : 'year'],
      }))
      .toSorted((a, b) => a.key.localeCompare(b.key)),
  );
});

const [plan] = plans;
if (!plan) throw new Error('the catalogue has plans');

/** What a price list of another amount leaves in Stripe: the lookup key is its price's. */
const dearer = () =>
  world.stripe.prices.create({
    product: plan.productId,
    currency: 'gbp',
    unit_amount: plan.amount + 100,
    recurring: { interval: 'month' },
    lookup_key: plan.lookupKey,
    transfer_lookup_key: true,
    metadata: { plan_id: plan.id },
  });

it('a price of another amount is replaced, and whoever pays the old one keeps the plan', async () => {
  const old = await dearer();
  const prices = createPrices(world.stripe);
  await prices.syncCatalogue();
  const sold = await world.stripe.prices.retrieve(await prices.idOf(plan));
  expect(sold).toMatchObject({ unit_amount: plan.amount, lookup_key: plan.lookupKey });
  expect(await prices.planOf(old.id)).toEqual(plan);
});

it('nothing is sold at another amount than the one that is shown', async () => {
  const running = createPrices(world.stripe);
  await running.syncCatalogue();
  await dearer();
  const amount = async (prices: Prices) =>
    (await world.stripe.prices.retrieve(await prices.idOf(plan))).unit_amount;
  // A process that runs goes on at its price; one that has just started has none until the sync.
  expect(await amount(running)).toBe(plan.amount);
  const started = createPrices(world.stripe);
  await expect(started.idOf(plan)).rejects.toThrow('run stripe:sync');
  await createPrices(world.stripe).syncCatalogue();
  expect(await amount(started)).toBe(plan.amount);
});

describe('a price that is not in the list', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is looked for once a minute, and a new one at once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const prices = createPrices(world.stripe);
    await prices.syncCatalogue();
    const list = vi.spyOn(world.stripe.prices, 'list');
    for (const _ of [1, 2, 3]) expect(await prices.planOf('price_foreign')).toBeUndefined();
    expect(list).toHaveBeenCalledTimes(1);
    const { id } = await dearer();
    expect(await prices.planOf(id)).toEqual(plan);
    expect(list).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(59_000);
    await prices.planOf('price_foreign');
    expect(list).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(2_000);
    await prices.planOf('price_foreign');
    expect(list).toHaveBeenCalledTimes(3);
  });
});

describe('with a VAT number', () => {
  it('nothing is sold at a price without VAT in it, until the sync has put it in', async () => {
    await createPrices(world.stripe).syncCatalogue();
    const prices = createPrices(world.stripe, true);
    await expect(prices.idOf(plan)).rejects.toThrow('run stripe:sync');
    expect((await describeVat(world.stripe)).join('\n')).toContain('does not have VAT in it');
    const net = await world.stripe.prices.create({
      ...{ product: plan.productId, currency: 'gbp', unit_amount: plan.amount },
      ...{ lookup_key: plan.lookupKey, transfer_lookup_key: true, tax_behavior: 'exclusive' },
      recurring: { interval: 'month' },
    });
    await prices.syncCatalogue();
    const sold = await world.stripe.prices.retrieve(await prices.idOf(plan));
    expect(sold).toMatchObject({ tax_behavior: 'inclusive', unit_amount: plan.amount });
    const [, fault] = await describeVat(world.stripe);
    expect(fault).toContain(net.id);
  });

  it('what is missing at Stripe is named with its page', async () => {
    const settings = {
      status: 'pending',
      status_details: { pending: { missing_fields: ['head'] } },
    };
    const stripe = {
      tax: {
        settings: { retrieve: async () => settings },
        registrations: { list: () => [{ country: 'IE' }] },
      },
      prices: { list: () => [] },
    };
    expect((await describeVat(stripe as never)).slice(1, 3)).toEqual([
      '- Stripe Tax is not set up, for want of head: https://dashboard.stripe.com/settings/tax',
      '- No registration in the United Kingdom, so no VAT is charged: https://dashboard.stripe.com/tax/registrations',
    ]);
  });
});
