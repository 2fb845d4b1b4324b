import { afterAll, beforeAll, expect, it } from 'vitest';
import { choice } from '../../../testing/choice.ts';
import { holder } from '../../../testing/holder.ts';
import { startServerWithMailbox } from '../../../testing/mailbox.ts';
import type { TestServer } from '../../../testing/server.ts';
import { reconcile } from '../reconciliation/service.ts';

let server: TestServer;

beforeAll(async () => {
  ({ server } = await startServerWithMailbox());
});
afterAll(() => server.close());

/** Somebody for whose subscription support has made a schedule at Stripe's dashboard. */
async function scheduled() {
  const { stripe } = server.services;
  const one = await holder(server, 'cataract', 'monthly');
  const { data } = await stripe.subscriptions.list({ customer: one.customer });
  const id = data[0]?.id ?? '';
  const made = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const [phase] = made.phases;
  const items = [{ price: String(phase?.items[0]?.price), quantity: 1 }];
  await stripe.subscriptionSchedules.update(made.id, {
    phases: [
      { items, start_date: phase?.start_date ?? 0, end_date: phase?.end_date ?? 0 },
      { items },
    ],
  });
  await server.settled();
  return { ...one, id, atStripe: () => stripe.subscriptions.retrieve(id) };
}

it('a schedule that support has made gives way to a cancellation', async () => {
  const one = await scheduled();
  expect(await one.atStripe()).toMatchObject({ schedule: expect.stringMatching(/^sub_sched_/) });
  const held = await one.held();
  const reply = await one.client.post(`/user/subscriptions/${held.id}/cancel`, {});
  expect(reply.status).toBe(200);
  expect(await one.atStripe()).toMatchObject({ schedule: null, cancel_at_period_end: true });
});

it('a schedule that support has made stays where another plan is asked for, which is refused', async () => {
  const one = await scheduled();
  const reply = await one.client.post('/subscriptions/checkout', choice('combined', 'monthly'));
  expect([reply.status, reply.body]).toEqual([
    409,
    expect.objectContaining({ error: 'This subscription cannot be changed.' }),
  ]);
  expect((await one.atStripe()).schedule).not.toBeNull();
  expect((await reconcile(server.services)).differences).toEqual([]);
});

it('a schedule that support has made charges nobody who cannot sign in any more', async () => {
  const one = await scheduled();
  const admin = await server.admin();
  expect((await admin.put(`/admin/users/${one.user.id}/status`, { isActive: false })).status).toBe(
    200,
  );
  await server.settled();
  expect(await one.atStripe()).toMatchObject({ schedule: null, cancel_at_period_end: true });
});
