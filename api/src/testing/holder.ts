import type { choice } from './choice.ts';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';
import { advanceDays, customerOf, subscribe } from './subscriber.ts';

export type Held = [
  product: Parameters<typeof subscribe>[1],
  ...cycleAndCard: [Parameters<typeof subscribe>[2], string?],
];

/** Somebody who holds a plan, with what they and Stripe say of it. */
export async function holder(server: TestServer, ...[product, cycle, card]: Held) {
  const { client, user } = await server.client.newUser();
  await subscribe(client, product, cycle, card);
  const customer = await customerOf(server, user.id);
  const held = async () => (await client.get('/user/subscriptions')).body.subscriptions[0];
  const { id } = await held();
  const { stripe } = server.services;
  return {
    client,
    user,
    customer,
    id,
    held,
    withdraw: (by = client) => by.post(`/user/subscriptions/${id}/withdraw`),
    payments: async () => (await client.get('/user/payments')).body.payments,
    /** Pence that went back to the card. */
    refunds: async () => {
      const charges = await Array.fromAsync(stripe.charges.list({ customer }));
      return charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
    },
    credit: async () => {
      const found = await stripe.customers.retrieve(customer);
      return found.deleted ? 0 : 0 - found.balance;
    },
  };
}

/** Somebody whose trial of so many days is over and whose plan has just been paid. */
export async function payer(server: TestServer, product: Held[0], cycle: Held[1], days: number) {
  const one = await holder(server, product, cycle);
  await advanceDays(server, days);
  return one;
}

/** Changes what is held to another plan, as a customer does on Stripe's page. */
export async function change(
  server: TestServer,
  client: Client,
  plan: ReturnType<typeof choice>,
): Promise<void> {
  const { body } = await client.post('/subscriptions/checkout', plan);
  await fetch(`${body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
  await client.post('/user/subscriptions/refresh');
  await server.settled();
}
