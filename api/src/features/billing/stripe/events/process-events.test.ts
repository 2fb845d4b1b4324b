import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripeCustomers, stripeEvents } from '../../../../db/schema.ts';
import { choice } from '../../../../testing/choice.ts';
import {
  call,
  closeWorld,
  deliver,
  meetCustomer,
  openWorld,
  type World,
} from '../../../../testing/model/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => closeWorld(world));

const syncs = async () => (await world.database.db.select().from(stripeCustomers))[0]?.syncStarted;

it('one sync answers all events that waited, and none is left waiting', async () => {
  const customer = await meetCustomer(world);
  const chosen = choice('portfolio', 'monthly');
  expect((await call(world, customer, '/subscriptions/checkout', chosen)).status).toBe(200);
  const before = (await syncs()) ?? 0;
  const [event] = world.sandbox.all('event');
  for (const id of ['evt_1', 'evt_2', 'evt_3', 'evt_4']) {
    expect(await deliver(world, { ...event, id })).toBe(200);
  }
  await world.queue.workOff(world.now.handlers);
  expect(await syncs()).toBe(before + 1);
  const stored = await world.database.db.select().from(stripeEvents);
  expect(stored.map(({ processedAt }) => processedAt === null)).toEqual(Array(4).fill(false));
});

it('ties a customer whom a request that broke off left at Stripe, and nobody to one who has another', async () => {
  const customer = await meetCustomer(world);
  const customerOf = async () => (await world.database.db.select().from(stripeCustomers))[0];
  const madeFor = async (user_id: string) => {
    const { id } = await world.stripe.customers.create({ metadata: { user_id } });
    const [event] = world.sandbox.all('event');
    expect(await deliver(world, event as object)).toBe(200);
    await world.queue.workOff(world.now.handlers);
    return id;
  };
  await madeFor(crypto.randomUUID());
  await madeFor('nobody');
  expect(await customerOf()).toBeUndefined();
  const id = await madeFor(customer.id);
  expect(await customerOf()).toMatchObject({ id, userId: customer.id, syncStarted: 1 });
  await madeFor(customer.id);
  expect(await customerOf()).toMatchObject({ id, userId: customer.id });
});
