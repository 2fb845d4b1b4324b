import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '../../../db/schema.ts';
import { payer } from '../../../testing/holder.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a refund whose admin was cut off behind Stripe is written down and told by the next sync, once', async () => {
  const admin = await server.admin();
  const { stripe, db } = server.services;
  const one = await payer(server, 'cataract', 'yearly', 8);
  const [{ id: payment }] = await one.payments();
  const [charge] = (await stripe.charges.list({ customer: one.customer })).data;
  const actorId = crypto.randomUUID();
  // As the process made it that died before it wrote anything.
  const metadata = { reason: 'A bad week', total: '2000', refunded_by: actorId };
  await stripe.refunds.create({ charge: charge?.id ?? '', amount: 2_000, metadata });
  await one.client.post('/user/subscriptions/refresh');
  await server.settled();
  const isIt = and(eq(auditLog.target, one.user.id), eq(auditLog.action, 'payment.refunded'));
  const entries = () => db.select().from(auditLog).where(isIt);
  const noted = {
    actorId,
    detail: `£20.00 of £150.00 for Cataract Connect: A bad week (payment ${payment})`,
  };
  expect(await entries()).toMatchObject([noted]);
  const told = async () =>
    (await mailsTo(server, one.user.email)).filter(({ text }) => text.includes('£20.00'));
  expect(await told()).toHaveLength(1);
  // Asked for once more, it was made already; and another one finds both written.
  const ask = { amount: 2_000, reason: 'A bad week' };
  expect((await admin.post(`/admin/payments/${payment}/refund`, ask)).status).toBe(409);
  const next = { amount: 3_000, reason: 'Another' };
  expect((await admin.post(`/admin/payments/${payment}/refund`, next)).status).toBe(200);
  expect((await entries()).length).toBe(2);
  expect(await told()).toHaveLength(1);
});

it('who is said at Stripe to have done it, and is nobody who could be, is not written down and stops no sync', async () => {
  const { stripe, db } = server.services;
  const one = await payer(server, 'cataract', 'yearly', 8);
  const [charge] = (await stripe.charges.list({ customer: one.customer })).data;
  for (const metadata of [
    { reason: 'By hand', total: '1000', refunded_by: 'the owner' },
    { reason: 'By hand', total: 'ten pounds', refunded_by: crypto.randomUUID() },
  ]) {
    await stripe.refunds.create({ charge: charge?.id ?? '', amount: 1_000, metadata });
  }
  const [held] = (await stripe.subscriptions.list({ customer: one.customer })).data;
  const withdrawn_at = String(Math.floor(server.services.stripeClock.now().getTime() / 1000));
  await stripe.subscriptions.update(held?.id ?? '', {
    metadata: { withdrawn_at, withdrawn_from: '0', withdrawn_by: 'the owner' },
  });
  expect((await one.client.post('/user/subscriptions/refresh')).status).toBe(200);
  await server.settled();
  const [payment] = await one.payments();
  expect(payment.refunded).toBeGreaterThanOrEqual(20);
  const entries = await db.select().from(auditLog).where(eq(auditLog.target, one.user.id));
  const actions = entries.map(({ action }) => action);
  expect(actions).not.toContain('payment.refunded');
  expect(actions).not.toContain('subscription.withdrawn');
});

it('a withdrawal by an admin who was cut off behind Stripe is written down as theirs by the next sync', async () => {
  const { stripe, db } = server.services;
  const one = await payer(server, 'cataract', 'yearly', 8);
  const [held] = (await stripe.subscriptions.list({ customer: one.customer })).data;
  const actorId = crypto.randomUUID();
  const withdrawn_at = String(Math.floor(server.services.stripeClock.now().getTime() / 1000));
  await stripe.subscriptions.update(held?.id ?? '', {
    metadata: {
      ...{ withdrawn_at, withdrawn_from: '0', withdrawn_refund: '15000', withdrawn_kept: '0' },
      ...{ withdrawn_by: actorId, withdrawn_declared_on: '2026-12-06' },
    },
  });
  await one.client.post('/user/subscriptions/refresh');
  await one.client.post('/user/subscriptions/refresh');
  await server.settled();
  const isIt = and(eq(auditLog.target, one.user.id), eq(auditLog.action, 'subscription.withdrawn'));
  expect(await db.select().from(auditLog).where(isIt)).toMatchObject([
    {
      actorId,
      detail: `Cataract Connect: refunded £150.00, declared on 2026-12-06 (subscription ${one.id})`,
    },
  ]);
  const admin = await server.admin();
  const { timeline } = (await admin.get(`/admin/users/${one.user.id}/history`)).body.data;
  expect(timeline[0].event).toBe('Withdrawn from Cataract Connect by an admin, £150.00 refunded');
});
