import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '../../../db/schema.ts';
import { holder } from '../../../testing/holder.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays } from '../../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Somebody who has paid with a card that takes nothing back. */
async function payer(product: 'cataract' | 'portfolio', days: number) {
  const one = await holder(server, product, 'yearly', '4000 0000 0000 7726');
  await advanceDays(server, days);
  return one;
}

async function refundsOf(customer: string): Promise<(string | null)[]> {
  const { stripe } = server.services;
  const [charge] = (await stripe.charges.list({ customer })).data;
  const all = await Array.fromAsync(stripe.refunds.list({ charge: charge?.id ?? '' }));
  return all.map(({ status }) => status).toReversed();
}

it('a refund that a bank sent back counts no more, and the same is made, told and noted again', async () => {
  const admin = await server.admin();
  const { customer, payments, user } = await payer('cataract', 8);
  const [{ id }] = await payments();
  const refund = () =>
    admin.post(`/admin/payments/${id}/refund`, { amount: 2_000, reason: 'Late' });
  expect((await refund()).status).toBe(200);
  expect(await payments()).toMatchObject([{ refunded: 20 }]);
  await advanceDays(server, 2);
  expect(await payments()).toMatchObject([{ refunded: 0 }]);
  expect((await refund()).status).toBe(200);
  expect(await refundsOf(customer)).toEqual(['failed', 'succeeded']);
  expect(await payments()).toMatchObject([{ refunded: 20 }]);
  expect((await refund()).status).toBe(409);
  const mails = await mailsTo(server, user.email);
  expect(mails.filter(({ text }) => text.includes('£20.00'))).toHaveLength(2);
  const rows = await server.services.db.select().from(auditLog).where(eq(auditLog.target, user.id));
  const noted = rows.filter(({ action }) => action === 'payment.refunded');
  expect(noted.map(({ detail }) => detail?.includes('after 1 that failed'))).toEqual([false, true]);
  const { timeline } = (await admin.get(`/admin/users/${user.id}/history`)).body.data;
  const events: string[] = timeline.map(({ event }: { event: string }) => event);
  expect(events.filter((event) => event.startsWith('Refund by'))).toEqual([
    'Refund by an admin: £20.00 of £150.00 for Cataract Connect: Late, after 1 that failed',
    'Refund by an admin: £20.00 of £150.00 for Cataract Connect: Late',
  ]);
});

it('what a withdrawal owes is paid back again, three times at most', async () => {
  const { customer, withdraw, payments } = await payer('portfolio', 31);
  expect((await withdraw()).status).toBe(200);
  for (const tries of [1, 2, 3]) {
    await expect.poll(() => refundsOf(customer), { timeout: 10_000 }).toHaveLength(tries);
    await advanceDays(server, 2);
  }
  expect(await refundsOf(customer)).toEqual(['failed', 'failed', 'failed']);
  expect(await payments()).toMatchObject([{ refunded: 0 }]);
  expect(server.logged.some((line) => line.includes('a bank takes no refund'))).toBe(true);
});
