import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, outgoingEmails } from '../../../db/schema.ts';
import { choice } from '../../../testing/choice.ts';
import type { Client } from '../../../testing/client.ts';
import { change, type Held, holder, payer } from '../../../testing/holder.ts';
import { cards } from '../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, subscribe } from '../../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const holderOf = (...of: Held) => holder(server, ...of);
const payerOf = (product: Held[0], cycle: Held[1], days: number) =>
  payer(server, product, cycle, days);

const refunded = (amount: number) => ({ status: 200, body: { success: true, refund: { amount } } });
const told = (user: { email: string }) =>
  server.services.db
    .select({ cause: outgoingEmails.cause })
    .from(outgoingEmails)
    .where(eq(outgoingEmails.recipient, user.email));

const noted = ({ id }: { id: string }) => {
  const isIt = and(eq(auditLog.target, id), eq(auditLog.action, 'subscription.withdrawn'));
  return server.services.db.select().from(auditLog).where(isIt);
};

describe('withdrawing', () => {
  it('ends access at once, gives the payment back in full, and says so by one mail', async () => {
    const { client, user, held, withdraw, payments, refunds, id } = await payerOf(
      ...(['cataract', 'yearly', 8] as const),
    );
    expect((await held()).withdraw_refund).toBe(150);
    expect(await withdraw()).toMatchObject({
      ...refunded(150),
      body: { message: 'Withdrawn from Cataract Connect: refunded £150.00' },
    });
    expect(await held()).toMatchObject({
      status: 'cancelled',
      login_urls: [],
      withdraw_until: null,
    });
    expect(await payments()).toMatchObject([{ amount: 150, refunded: 150, status: 'refunded' }]);
    expect(await refunds()).toBe(15_000);
    const causes = (await told(user)).map(({ cause }) => cause.split(':')[0]);
    expect(causes.filter((name) => name === 'withdrawal-confirmed')).toHaveLength(1);
    expect(causes).not.toContain('subscription-ended');
    const session = await client.get('/user');
    expect(session.body.data.hasActiveSubscription).toBe(false);
    expect(await noted(user)).toMatchObject([
      { actorId: user.id, detail: `Cataract Connect: refunded £150.00 (subscription ${id})` },
    ]);
  });

  it('twice, and five times at once, answers the same and pays back once', async () => {
    const { user, withdraw, refunds } = await payerOf('cataract', 'monthly', 8);
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw()));
    answers.push(await withdraw());
    for (const answer of answers) expect(answer).toMatchObject(refunded(14.99));
    expect(await refunds()).toBe(1_499);
    const causes = (await told(user)).filter(({ cause }) => cause.startsWith('withdrawal-'));
    expect(causes).toHaveLength(1);
    expect(await noted(user)).toHaveLength(1);
  });

  it('on trial ends it at once, without a charge', async () => {
    const { held, withdraw, payments } = await holderOf('portfolio', 'yearly');
    expect(await held()).toMatchObject({ status: 'trial', withdraw_refund: 0 });
    expect(await withdraw()).toMatchObject({
      ...refunded(0),
      body: { message: 'Withdrawn from Portfolio Builder: nothing was charged' },
    });
    expect((await held()).status).toBe('cancelled');
    await advanceDays(server, 40);
    expect(await payments()).toEqual([]);
  });

  it('is refused after the last day, with that day, and nothing is moved', async () => {
    const { held, withdraw, refunds } = await holderOf('portfolio', 'yearly');
    const until = (await held()).withdraw_until;
    expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
    await advanceDays(server, 14);
    expect((await held()).withdraw_until).toBe(until);
    await advanceDays(server, 1);
    expect(await held()).toMatchObject({ withdraw_until: null, withdraw_refund: null });
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(until));
    const late = await withdraw();
    expect(late.status).toBe(409);
    expect(late.body.error).toBe(
      `The right to withdraw ended on ${day}. You can cancel at any time under My Subscriptions.`,
    );
    expect([(await held()).status, await refunds()]).toEqual(['trial', 0]);
  });

  it('begins again at the first charge after a trial and at each yearly renewal', async () => {
    const { held, withdraw, refunds } = await payerOf('portfolio', 'yearly', 31);
    expect(await held()).toMatchObject({ status: 'active', withdraw_refund: 250 });
    await advanceDays(server, 16);
    expect((await held()).withdraw_until).toBeNull();
    expect((await withdraw()).status).toBe(409);
    await advanceDays(server, 352);
    expect(await held()).toMatchObject({ status: 'active', withdraw_refund: 250 });
    expect(await withdraw()).toMatchObject(refunded(250));
    expect(await refunds()).toBe(25_000);
  });

  it('does not begin again at a monthly renewal', async () => {
    const { held, withdraw } = await payerOf('cataract', 'monthly', 8);
    await advanceDays(server, 32);
    expect(await held()).toMatchObject({ status: 'active', withdraw_until: null });
    expect((await withdraw()).status).toBe(409);
  });

  it('gives back what was paid for a change of plan, too, and takes the credit of one', async () => {
    const larger = await payerOf('cataract', 'monthly', 8);
    await change(server, larger.client, choice('cataract', 'yearly'));
    const [paidForChange] = await larger.payments();
    expect((await larger.held()).withdraw_refund).toBeCloseTo(14.99 + paidForChange.amount, 2);
    await larger.withdraw();
    const rows = await larger.payments();
    expect(rows.map(({ status }: { status: string }) => status)).toEqual(['refunded', 'refunded']);

    const smaller = await payerOf('cataract', 'yearly', 8);
    await change(server, smaller.client, choice('cataract', 'monthly'));
    expect(await smaller.credit()).toBeGreaterThan(13_000);
    expect(await smaller.withdraw()).toMatchObject(refunded(150));
    expect([await smaller.credit(), await smaller.refunds()]).toEqual([0, 15_000]);
  });

  it('keeps of a payment what its credit has paid for elsewhere', async () => {
    const { client, credit, withdraw, held, refunds } = await payerOf('cataract', 'yearly', 8);
    await change(server, client, choice('cataract', 'monthly'));
    const before = await credit();
    await subscribe(client, 'portfolio', 'monthly');
    // The trial of the other product is ended at once, so that credit pays for it.
    const { stripe } = server.services;
    const customer = (await stripe.customers.list({ limit: 1 })).data[0]?.id ?? '';
    const other = (await stripe.subscriptions.list({ customer, status: 'trialing' })).data[0];
    await stripe.subscriptions.update(other?.id ?? '', { trial_end: 'now' });
    await client.post('/user/subscriptions/refresh');
    const spent = before - (await credit());
    expect(spent).toBe(2_499);
    const rows = (await client.get('/user/subscriptions')).body.subscriptions;
    const mine = rows.find((row: { product_name: string }) => row.product_name.startsWith('Cat'));
    expect(mine.withdraw_refund).toBe(150 - 24.99);
    expect(await withdraw()).toMatchObject(refunded(125.01));
    expect([await credit(), await refunds()]).toEqual([0, 12_501]);
    expect((await held()).product_name).toBe('Portfolio Builder');
  });

  it('product B136: takes the credit of a credit note back, and gives less where money went back by hand', async () => {
    const { withdraw, customer, credit, refunds } = await payerOf('cataract', 'yearly', 8);
    const { stripe } = server.services;
    const [{ id: invoice } = { id: '' }] = (await stripe.invoices.list({ customer })).data;
    const parts = { amount: 7_000, credit_amount: 5_000, out_of_band_amount: 2_000 };
    await stripe.creditNotes.create({ invoice, ...parts });
    // Of the credit a part is spent.
    await stripe.customers.createBalanceTransaction(customer, { amount: 1_000, currency: 'gbp' });
    expect(await withdraw()).toMatchObject(refunded(120));
    expect([await credit(), await refunds()]).toEqual([0, 12_000]);
  });

  it('writes off what is still owed', async () => {
    const { withdraw, held, payments } = await holderOf('cataract', 'yearly', cards.failsLater);
    await advanceDays(server, 8);
    expect((await held()).payment_problem).toBe(true);
    expect(await withdraw()).toMatchObject(refunded(0));
    expect([(await held()).status, await payments()]).toEqual(['cancelled', []]);
  });

  it('begins with the end of the trial, before the charge, which then is not made', async () => {
    const { withdraw, held, payments } = await holderOf('portfolio', 'yearly');
    await advanceDays(server, 30.01);
    expect(await held()).toMatchObject({ status: 'active', withdraw_refund: 0 });
    expect(await withdraw()).toMatchObject(refunded(0));
    await advanceDays(server, 1);
    expect([(await held()).status, await payments()]).toEqual(['cancelled', []]);
  });

  it('gives back the rest of a payment of which a part went back before', async () => {
    const { withdraw, payments, refunds } = await payerOf('cataract', 'yearly', 8);
    const [{ id }] = await payments();
    await admin.post(`/admin/payments/${id}/refund`, { amount: 5_000, reason: 'A bad week' });
    expect(await withdraw()).toMatchObject(refunded(100));
    expect(await refunds()).toBe(15_000);
  });

  it("is refused of somebody else's and of an ended one, and nothing is moved", async () => {
    const { held, withdraw, refunds, id } = await payerOf('cataract', 'monthly', 8);
    const { client: other } = await server.client.newUser();
    expect((await withdraw(other)).status).toBe(404);
    expect((await other.post(`/admin/subscriptions/${id}/withdraw`)).status).toBe(403);
    expect([(await held()).status, await refunds()]).toEqual(['active', 0]);

    const ended = await payerOf('cataract', 'monthly', 8);
    const { stripe } = server.services;
    const [at] = (await stripe.subscriptions.list({ customer: ended.customer })).data;
    await stripe.subscriptions.cancel(at?.id ?? '');
    await server.settled();
    const answer = await ended.withdraw();
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'This subscription has already ended.',
    ]);
    expect(await ended.refunds()).toBe(0);
  });

  it('can be done by an admin for somebody, which the audit log and the timeline tell', async () => {
    const { user, id, held, refunds } = await payerOf('cataract', 'yearly', 8);
    const listed = (await admin.get(`/admin/subscriptions?user=${user.id}`)).body.subscriptions;
    expect(listed).toMatchObject([{ id, withdraw_refund: 150 }]);
    expect(await admin.post(`/admin/subscriptions/${id}/withdraw`)).toMatchObject(refunded(150));
    expect([(await held()).status, await refunds()]).toEqual(['cancelled', 15_000]);
    const { because, timeline } = (await admin.get(`/admin/users/${user.id}/history`)).body.data;
    expect(because).toBe(
      'Cataract Connect was withdrawn from and has ended, and nothing else is held.',
    );
    expect(timeline[0]).toMatchObject({
      event: 'Withdrawn from Cataract Connect by an admin, £150.00 refunded',
      rule: 'Who withdraws loses access at once and gets the payment back',
      result: 'No access to Cataract Connect',
    });
    const { entries } = (
      await admin.get(`/admin/audit?target=${user.id}&action=subscription.withdrawn`)
    ).body;
    expect(entries[0]).toMatchObject({ action: 'subscription.withdrawn', target: user.id });
  });
});
