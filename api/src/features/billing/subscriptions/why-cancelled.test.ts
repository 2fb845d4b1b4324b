import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../testing/client.ts';
import { holder } from '../../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const figures = async () => (await admin.get('/admin/cancellations')).body.data;

it('counts why people cancel, shows their words, and forgets what is taken back or deleted', async () => {
  expect(await figures()).toEqual({ count: 0, unsaid: 0, reasons: [], comments: [] });
  const [one, two, silent] = await Promise.all([
    holder(server, 'portfolio', 'monthly'),
    holder(server, 'cataract', 'yearly'),
    holder(server, 'cataract', 'monthly'),
  ]);
  const cancel = ({ client, id }: typeof one, body?: object) =>
    client.post(`/user/subscriptions/${id}/cancel`, body);
  const why = { reason: 'too_expensive', comment: ' Too much for a trainee. ' };
  expect((await cancel(one, why)).status).toBe(200);
  await cancel(two, { reason: 'too_expensive' });
  await cancel(silent);
  const comment = {
    at: expect.any(String),
    product_name: 'Portfolio Builder',
    reason: 'too_expensive',
    comment: 'Too much for a trainee.',
    user_id: one.user.id,
  };
  expect(await figures()).toEqual({
    count: 3,
    unsaid: 1,
    reasons: [{ reason: 'too_expensive', count: 2 }],
    comments: [comment],
  });

  await cancel(two, { cancelSubscription: false });
  expect(await figures()).toMatchObject({ count: 2, reasons: [{ count: 1 }] });

  await admin.delete(`/admin/users/${one.user.id}`);
  await server.settled();
  expect((await figures()).comments).toEqual([]);
  const { stripe } = server.services;
  const left = async () => {
    const [ended] = (await stripe.subscriptions.list({ customer: one.customer, status: 'all' }))
      .data;
    return ended?.cancellation_details?.comment;
  };
  await expect.poll(left, { timeout: 10_000 }).toBeFalsy();
});

it.each([
  [{ reason: 'boredom' }, 'Choose one of the reasons, or none'],
  [{ reason: 'other', comment: 'x'.repeat(301) }, 'Use 300 characters or fewer'],
])('refuses %j, and cancels nothing', async (body, error) => {
  const { client, id, held } = await holder(server, 'cataract', 'monthly');
  const answer = await client.post(`/user/subscriptions/${id}/cancel`, body);
  expect([answer.status, answer.body.error]).toEqual([422, error]);
  expect((await held()).cancel_at_period_end).toBe(false);
});
