import { and, eq } from 'drizzle-orm';
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

/** Somebody whose first charge was paid by so many pence of credit, as far as it went. */
async function creditedPayer(credit: number) {
  const one = await holder(server, 'cataract', 'monthly');
  const { stripe } = server.services;
  const given = { amount: -credit, currency: 'gbp' };
  await stripe.customers.createBalanceTransaction(one.customer, given);
  await advanceDays(server, 8);
  return one;
}

type One = Awaited<ReturnType<typeof holder>>;

async function mailOf({ user }: One) {
  await server.settled();
  const mails = await mailsTo(server, user.email);
  return mails.find(({ subject }) => subject.startsWith('Withdrawal confirmed'));
}

const noted = async ({ user }: One) => {
  const isIt = and(eq(auditLog.target, user.id), eq(auditLog.action, 'subscription.withdrawn'));
  return (await server.services.db.select().from(auditLog).where(isIt)).map(({ detail }) => detail);
};

it('product B132: who withdraws from what credit paid is told before, in the answer and by mail that it comes back', async () => {
  const one = await creditedPayer(5_000);
  expect(await one.credit()).toBe(3_501);
  expect(await one.held()).toMatchObject({ withdraw_refund: 0, withdraw_credit: 14.99 });
  const message = 'Withdrawn from Cataract Connect: £14.99 of credit comes back';
  const { status, body } = await one.withdraw();
  expect([status, body.message, body.refund]).toEqual([200, message, { amount: 0 }]);
  // Asked again it says the same.
  expect((await one.withdraw()).body.message).toBe(message);
  expect(await one.credit()).toBe(5_000);
  const mail = await mailOf(one);
  expect(mail?.subject).toBe('Withdrawal confirmed, £14.99 of credit returned');
  expect(mail?.text).toContain('£14.99 of credit had paid for it and comes back to your account');
  expect(mail?.text).toContain('Credit returned: £14.99');
  expect(mail?.text).not.toContain('£0.00');
  expect(await noted(one)).toEqual([
    expect.stringContaining('Cataract Connect: £14.99 of credit comes back (subscription'),
  ]);
  expect(await one.held()).toMatchObject({ withdraw_refund: null, withdraw_credit: null });
});

it('product B132: where a card and credit paid together, both are named', async () => {
  const one = await creditedPayer(1_000);
  expect(await one.held()).toMatchObject({ withdraw_refund: 4.99, withdraw_credit: 10 });
  const { body } = await one.withdraw();
  expect(body.message).toBe(
    'Withdrawn from Cataract Connect: refunded £4.99, and £10.00 of credit comes back',
  );
  expect([await one.credit(), await one.refunds()]).toEqual([1_000, 499]);
  const mail = await mailOf(one);
  expect(mail?.subject).toBe('Withdrawal confirmed, £4.99 refunded, £10.00 of credit returned');
  expect(mail?.text).toMatch(/Refunded: £4\.99\nCredit returned: £10\.00/);
});
