import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '../../../db/schema.ts';
import { choice } from '../../../testing/choice.ts';
import type { Client } from '../../../testing/client.ts';
import { change, payer } from '../../../testing/holder.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, subscribe } from '../../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`;

/**
 * Somebody whose yearly plan became a monthly one that ends, whose credit of that paid for another plan,
 * and of whose first payment so many pence were given back after that. Pence.
 */
async function spender(refunded: number) {
  const one = await payer(server, 'cataract', 'yearly', 8);
  const { client } = one;
  await change(server, client, choice('cataract', 'monthly'));
  const gave = await one.credit();
  await client.post(`/user/subscriptions/${one.id}/cancel`);
  await subscribe(client, 'portfolio', 'yearly');
  await advanceDays(server, 31);
  const held = async () =>
    (await client.get('/user/subscriptions')).body.subscriptions.find(
      ({ product_name }: { product_name: string }) => product_name === 'Portfolio Builder',
    );
  const paid = 25_000 - gave;
  expect(await held()).toMatchObject({ withdraw_refund: paid / 100, withdraw_credit: gave / 100 });
  const payment = (await one.payments()).find(({ amount }: { amount: number }) => amount === 150);
  const asked = { amount: refunded, reason: 'Asked for by telephone' };
  const given = await admin.post(`/admin/payments/${payment.id}/refund`, asked);
  expect([given.status, await one.credit()]).toEqual([200, 0]);
  return { ...one, held, gave, paid };
}

type One = Awaited<ReturnType<typeof spender>>;

/** What was told of a withdrawal by mail, noted of it, and is in the history that admins see. */
async function toldOf({ user }: One) {
  await server.settled();
  const mails = await mailsTo(server, user.email);
  const isIt = and(eq(auditLog.target, user.id), eq(auditLog.action, 'subscription.withdrawn'));
  const [noted] = await server.services.db.select().from(auditLog).where(isIt);
  return {
    subject: mails.map((mail) => mail.subject).find((text) => text.startsWith('Withdrawal')),
    noted: noted?.detail,
    history: JSON.stringify((await admin.get(`/admin/users/${user.id}/history`)).body),
  };
}

it('product B132: credit that paid but whose money has gone since is not said to come back', async () => {
  const one = await spender(15_000);
  const { gave, paid } = one;
  expect(gave).toBeGreaterThan(13_000);
  expect(await one.held()).toMatchObject({ withdraw_refund: paid / 100, withdraw_credit: 0 });
  const message = `Withdrawn from Portfolio Builder: refunded ${pounds(paid)}`;
  const { id } = await one.held();
  const { body } = await one.client.post(`/user/subscriptions/${id}/withdraw`);
  expect([body.message, await one.credit()]).toEqual([message, 0]);
  expect(await one.refunds()).toBe(15_000 + paid);
  const { subject, noted, history } = await toldOf(one);
  expect(subject).toBe(`Withdrawal confirmed, ${pounds(paid)} refunded`);
  expect(noted).toContain(`Portfolio Builder: refunded ${pounds(paid)} (subscription`);
  expect(history).not.toContain('of credit returned');
});

it('product B132: where a part of that money has gone, the rest of the credit is said and comes back', async () => {
  const one = await spender(5_000);
  const { gave, paid } = one;
  const back = gave - 5_000;
  expect(await one.held()).toMatchObject({ withdraw_credit: back / 100 });
  const { id } = await one.held();
  const { body } = await one.client.post(`/user/subscriptions/${id}/withdraw`);
  const outcome = `refunded ${pounds(paid)}, and ${pounds(back)} of credit comes back`;
  expect([body.message, await one.credit()]).toEqual([
    `Withdrawn from Portfolio Builder: ${outcome}`,
    back,
  ]);
  const { subject, noted, history } = await toldOf(one);
  expect(subject).toBe(
    `Withdrawal confirmed, ${pounds(paid)} refunded, ${pounds(back)} of credit returned`,
  );
  expect(noted).toContain(outcome);
  expect(history).toContain(`${pounds(back)} of credit returned`);
});

it('product B131: credit that was taken back with an earlier refund was not spent, and keeps nothing here', async () => {
  const one = await payer(server, 'cataract', 'yearly', 8);
  const { client } = one;
  await change(server, client, choice('cataract', 'monthly'));
  const gave = await one.credit();
  const [payment] = await one.payments();
  const asked = { amount: 10_000, reason: 'Asked for by telephone' };
  const given = await admin.post(`/admin/payments/${payment.id}/refund`, asked);
  expect([given.status, await one.credit()]).toEqual([200, gave - 10_000]);
  const { body } = await client.post(`/user/subscriptions/${one.id}/withdraw`);
  expect(body.message).toBe('Withdrawn from Cataract Connect: refunded £50.00');
  expect([await one.refunds(), await one.credit()]).toEqual([15_000, 0]);
});

it('product B132: credit that was taken back for what is undone is said to come back with it', async () => {
  const one = await payer(server, 'portfolio', 'monthly', 31);
  const { client } = one;
  await subscribe(client, 'cataract', 'monthly');
  await advanceDays(server, 10);
  await change(server, client, choice('combined', 'yearly'));
  const gave = await one.credit();
  const payment = (await one.payments()).find(({ amount }: { amount: number }) => amount === 24.99);
  const asked = { amount: 2499, reason: 'Asked for by telephone' };
  expect((await admin.post(`/admin/payments/${payment.id}/refund`, asked)).status).toBe(200);
  expect([gave > 0, await one.credit()]).toEqual([true, 0]);
  const { body } = await client.post(`/user/subscriptions/${one.id}/withdraw`);
  expect(body.message).toContain(`and ${pounds(gave)} of credit comes back`);
  expect(await one.credit()).toBe(gave);
});
