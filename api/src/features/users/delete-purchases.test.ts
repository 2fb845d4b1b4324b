import { findPlan, plans } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingEmails, stripeCustomers, subscriptions, users } from '../../db/schema.ts';
import { choice } from '../../testing/choice.ts';
import type { Client } from '../../testing/client.ts';
import { cards, payOn } from '../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../testing/subscriber.ts';
import { reconcile } from '../billing/reconciliation/service.ts';
import { openCheckout } from '../billing/stripe/checkout/checkout.ts';
import { syncCustomer } from '../billing/stripe/sync/sync.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const webhooks = (mode: string) => sandboxPost(server, '/sandbox/webhooks', { mode });
const remove = (id: string) => admin.delete(`/admin/users/${id}`);
const mailsAfterwards = (id: string) =>
  server.services.db.$count(outgoingEmails, eq(outgoingEmails.recipient, `${id}@deleted.invalid`));

/** What Stripe holds and knows of a customer, in short. */
async function atStripe(customer: string) {
  const { stripe } = server.services;
  const known = await stripe.customers.retrieve(customer);
  const [live, cards] = [
    await stripe.subscriptions.list({ customer }),
    await stripe.customers.listPaymentMethods(customer),
  ];
  const who = known.deleted ? [] : [known.name, known.email].filter(Boolean);
  return { live: live.data.length, cards: cards.data.length, who };
}
const nothing = { live: 0, cards: 0, who: [] };

it('ends at once what was paid for on a page whose news has not reached us', async () => {
  const { client, user } = await server.client.newUser();
  await webhooks('drop');
  const { body } = await client.post('/subscriptions/checkout', choice('portfolio', 'monthly'));
  await payOn(body.checkout_url);
  await webhooks('normal');
  expect((await remove(user.id)).status).toBe(200);
  await expect
    .poll(async () => atStripe(await customerOf(server, user.id)), { timeout: 20_000 })
    .toEqual(nothing);
});

it('closes a page left open; who is being deleted is given no new one', async () => {
  const { client, user } = await server.client.newUser();
  const plan = choice('portfolio', 'monthly');
  const { body } = await client.post('/subscriptions/checkout', plan);
  await remove(user.id);
  expect(await (await fetch(body.checkout_url)).text()).toMatch(/expired/i);
  // A request that was let in a moment before the deletion goes on behind the sign-in.
  const late = { productId: plan.product_id, planId: plan.pricing_plan_id };
  await expect(
    openCheckout(server.services, { id: user.id, address: '127.0.0.1' }, late),
  ).rejects.toMatchObject({ status: 401 });
});

it('is refused when a purchase is stored while it runs, and changes nothing', async () => {
  const { client, user } = await server.client.newUser();
  const [plan] = plans;
  if (!plan) throw new Error('no plan');
  const { id: planId, productId, cycle, amount } = plan;
  // As if it came after the snapshot of Stripe, which knows nothing of it.
  await server.services.db.insert(subscriptions).values({
    ...{ id: crypto.randomUUID(), userId: user.id, stripeId: `sub_of_${user.id}` },
    ...{ planId, productId, cycle, amount, status: 'active', stripeStatus: 'active' },
    ...{ hasAccess: true, paymentProblem: false, cancelAtPeriodEnd: false, startedAt: new Date() },
  });
  const reply = await remove(user.id);
  expect([reply.status, reply.body.error]).toEqual([
    409,
    'This user has just bought a subscription. Please try again.',
  ]);
  expect((await client.get('/user')).body.data.email).toBe(user.email);
});

it('ends a purchase that slips in, pays it back, and forgets its card', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly');
  await remove(user.id);
  const { prices, stripe } = server.services;
  const customer = await customerOf(server, user.id);
  await expect.poll(() => atStripe(customer), { timeout: 20_000 }).toEqual(nothing);

  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const plan = findPlan(choice('portfolio', 'monthly').pricing_plan_id);
  if (!plan) throw new Error('no plan');
  const price = await prices.idOf(plan);
  const bought = { customer, items: [{ price }], default_payment_method: card.id };
  await stripe.subscriptions.create(bought);
  await expect.poll(() => atStripe(customer), { timeout: 20_000 }).toEqual(nothing);
  await server.settled();
  const { payments } = (await admin.get(`/admin/payments?user=${user.id}`)).body;
  expect(payments).toMatchObject([{ status: 'refunded' }]);
});

it('is forgotten by two looks at the same moment, none of which fails', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly');
  await remove(user.id);
  const customer = await customerOf(server, user.id);
  await expect.poll(() => atStripe(customer), { timeout: 20_000 }).toEqual(nothing);
  await webhooks('drop');
  const { stripe } = server.services;
  for (const _ of [1, 2]) await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await webhooks('normal');
  const looks = [1, 2, 3].map(() => syncCustomer(server.services, customer));
  expect(await Promise.allSettled(looks)).toMatchObject(looks.map(() => ({ status: 'fulfilled' })));
  expect(await atStripe(customer)).toEqual(nothing);
});

it('writes to nobody about what happens afterwards, such as a late payment', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly', cards.failsLater);
  await advanceDays(server, 8);
  await remove(user.id);
  const { stripe } = server.services;
  const customer = await customerOf(server, user.id);
  await expect.poll(() => atStripe(customer), { timeout: 20_000 }).toEqual(nothing);
  const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.invoices.pay(open?.id ?? '', { payment_method: card.id });
  const statuses = async () => {
    const { payments } = (await admin.get(`/admin/payments?user=${user.id}`)).body;
    return payments.map(({ status }: { status: string }) => status);
  };
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['success']);
  expect(await mailsAfterwards(user.id)).toBe(0);
});

it('forgets a card saved on an old page even when no event tells of it, by the sweep', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly');
  await remove(user.id);
  const customer = await customerOf(server, user.id);
  await expect.poll(() => atStripe(customer), { timeout: 20_000 }).toEqual(nothing);
  await webhooks('drop');
  await server.services.stripe.paymentMethods.attach('pm_card_visa', { customer });
  await webhooks('normal');
  await reconcile(server.services);
  await expect.poll(() => atStripe(customer), { timeout: 20_000 }).toEqual(nothing);
});

it('forgets a customer at Stripe of whom we learn only long after the deletion', async () => {
  const { client, user } = await server.client.newUser();
  await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
  const customer = await customerOf(server, user.id);
  await server.services.db.delete(stripeCustomers).where(eq(stripeCustomers.id, customer));
  await remove(user.id);
  expect((await atStripe(customer)).who).toHaveLength(2);
  const deletedAt = new Date(Date.now() - 2 * 86_400_000);
  await server.services.db.update(users).set({ deletedAt }).where(eq(users.id, user.id));
  await reconcile(server.services);
  await expect.poll(() => atStripe(customer), { timeout: 20_000 }).toEqual(nothing);
});
