import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, outgoingEmails } from '../../../db/schema.ts';
import type { Client } from '../../../testing/client.ts';
import { holder, payer } from '../../../testing/holder.ts';
import { cards } from '../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, sandboxPost } from '../../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** Somebody who has paid £150.00, with what an admin can do about it. */
async function paid() {
  const one = await payer(server, 'cataract', 'yearly', 8);
  const [{ id }] = await one.payments();
  const refund = (body: object, by = admin) => by.post(`/admin/payments/${id}/refund`, body);
  /** What an admin is told can still go back, in pounds. */
  const left = async (): Promise<number> =>
    (await admin.get(`/admin/payments?user=${one.user.id}`)).body.payments[0].refundable;
  return { ...one, payment: id as string, refund, left };
}

describe("an admin's refund", () => {
  it('gives back a part and then the rest, and leaves access as it is', async () => {
    const { user, held, payments, refund, refunds, payment, left } = await paid();
    const part = { amount: 2_000, reason: 'Two days without service' };
    expect(await refund(part)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Refunded £20.00', refund: { amount: 20 } },
    });
    expect(await payments()).toMatchObject([{ amount: 150, refunded: 20, status: 'success' }]);
    expect(await left()).toBe(130);
    const { stats } = (await admin.get(`/admin/payments?user=${user.id}`)).body;
    expect(stats).toMatchObject({ successAmount: 130, totalAmount: 130 });
    await refund({ amount: 13_000, reason: 'Paid in error', refunded: 2_000 });
    expect(await refundMails(user.email)).toEqual([2_000, 13_000]);
    expect(await payments()).toMatchObject([{ amount: 150, refunded: 150, status: 'refunded' }]);
    expect([await refunds(), (await held()).status]).toEqual([15_000, 'active']);

    const { timeline } = (await admin.get(`/admin/users/${user.id}/history`)).body.data;
    const told = timeline.filter(({ event }: { event: string }) => event.startsWith('Refund'));
    expect(told).toMatchObject([
      {
        event: 'Refund by an admin: £130.00 of £150.00 for Cataract Connect: Paid in error',
        rule: 'A refund ends nothing by itself',
        result: 'As before',
      },
      { event: expect.stringContaining('£20.00 of £150.00') },
    ]);
    const { entries } = (await admin.get(`/admin/audit?target=${user.id}&action=payment.refunded`))
      .body;
    expect(entries).toMatchObject([
      { action: 'payment.refunded', detail: expect.stringContaining(`(payment ${payment})`) },
      { action: 'payment.refunded' },
    ]);
  });

  it('is made once, however often it is asked for', async () => {
    const { user, refund, refunds } = await paid();
    const wanted = { amount: 5_000, reason: 'A bad week' };
    const answers = await Promise.all([refund(wanted), refund(wanted), refund(wanted)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const again = await refund(wanted);
    expect([again.status, again.body.error]).toEqual([
      409,
      'This refund was made already. Another one needs another reason.',
    ]);
    expect(await refunds()).toBe(5_000);
    expect(await refundMails(user.email)).toEqual([5_000]);
    expect((await refund({ ...wanted, reason: 'A second bad week' })).status).toBe(200);
    expect(await refunds()).toBe(10_000);
    const { db } = server.services;
    const isTheirs = eq(auditLog.target, user.id);
    const details = (await db.select().from(auditLog).where(isTheirs)).map(({ detail }) => detail);
    expect(details.filter((detail) => detail?.includes('A bad week'))).toHaveLength(1);
    expect(details.filter((detail) => detail?.includes('A second bad week'))).toHaveLength(1);
  });

  it.each([
    [{ amount: 15_001, reason: 'x' }, 409, 'Only £150.00 of this payment can still be refunded.'],
    [
      { amount: 100, reason: 'x', refunded: 500 },
      409,
      '£0.00 of this payment has gone back by now. Look again.',
    ],
    [{ amount: 0, reason: 'x' }, 422, 'Enter an amount of at least 1p'],
    [{ amount: 10.5, reason: 'x' }, 422, 'Enter an amount in pence'],
    [{ amount: -100, reason: 'x' }, 422, 'Enter an amount of at least 1p'],
    [{ amount: '100', reason: 'x' }, 422, 'Enter an amount in pence'],
    [{ amount: 100 }, 422, 'Enter a reason'],
    [{ amount: 100, reason: '  ' }, 422, 'Enter a reason'],
    [{ amount: 100, reason: 'x'.repeat(201) }, 422, 'Use 200 characters or fewer for the reason'],
  ])('refuses %j and moves nothing', async (body, status, error) => {
    const { refund, refunds } = await wholePayment();
    const answer = await refund(body);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(await refunds()).toBe(0);
  });

  it('product B136: with the credit of a credit note never comes to more than was paid', async () => {
    const { customer, refund, payments, credit, left } = await paid();
    const { stripe } = server.services;
    const [{ id: invoice } = { id: '' }] = (await stripe.invoices.list({ customer })).data;
    const parts = { amount: 7_000, credit_amount: 5_000, out_of_band_amount: 2_000 };
    await stripe.creditNotes.create({ invoice, ...parts });
    await server.settled();
    await expect.poll(left, { timeout: 10_000 }).toBe(80);
    const over = await refund({ amount: 8_001, reason: 'The rest', refunded: 0 });
    expect([over.status, over.body.error]).toEqual([
      409,
      'Only £80.00 of this payment can still be refunded.',
    ]);
    expect((await refund({ amount: 8_000, reason: 'The rest', refunded: 0 })).status).toBe(200);
    expect(await payments()).toMatchObject([{ amount: 150, refunded: 80 }]);
    expect([await credit(), await left()]).toEqual([5_000, 0]);
    // At Stripe's dashboard more can go back, for which as much of the credit is taken.
    const [charge] = (await stripe.charges.list({ customer })).data;
    await stripe.refunds.create({ charge: charge?.id ?? '', amount: 3_000 });
    await server.settled();
    await expect.poll(credit, { timeout: 10_000 }).toBe(2_000);
  });

  it('refuses what went back in whole, what failed, what a bank holds, and what is not there', async () => {
    const whole = await paid();
    await whole.refund({ amount: 15_000, reason: 'All of it' });
    const more = await whole.refund({ amount: 1, reason: 'A little more' });
    expect([more.status, more.body.error]).toEqual([
      409,
      'Nothing of this payment is left to refund: it has gone back, or a bank decides on it.',
    ]);

    const failed = await holder(server, 'cataract', 'yearly', cards.failsLater);
    await advanceDays(server, 8);
    const [{ id }] = await failed.payments();
    const never = await admin.post(`/admin/payments/${id}/refund`, { amount: 1, reason: 'x' });
    expect([never.status, never.body.error]).toEqual([
      409,
      'This payment did not go through, so there is nothing to refund.',
    ]);

    const held = await paid();
    const [charge] = (await server.services.stripe.charges.list({ customer: held.customer })).data;
    await sandboxPost(server, '/sandbox/disputes', { charge: charge?.id, subscription: 'stays' });
    expect((await held.refund({ amount: 100, reason: 'x' })).status).toBe(409);
    await server.settled();
    await expect.poll(held.left, { timeout: 10_000 }).toBe(0);

    const nothing = `/admin/payments/${crypto.randomUUID()}/refund`;
    expect((await admin.post(nothing, { amount: 1, reason: 'x' })).status).toBe(404);
    const wanted = { amount: 100, reason: 'x' };
    expect((await held.refund(wanted, held.client)).status).toBe(403);
  });
});

/** The sums of which somebody is told that they went back, in their order. */
async function refundMails(email: string): Promise<number[]> {
  const rows = await server.services.db
    .select({ content: outgoingEmails.content })
    .from(outgoingEmails)
    .where(
      and(eq(outgoingEmails.recipient, email), eq(outgoingEmails.template, 'payment-refunded')),
    )
    .orderBy(outgoingEmails.createdAt);
  return rows.map(({ content }) => (content as { refund: number }).refund);
}

let shared: ReturnType<typeof paid> | undefined;

/** One payment for all that is refused. */
function wholePayment() {
  shared ??= paid();
  return shared;
}
