import { afterAll, beforeAll, expect, it } from 'vitest';
import { payer } from '../../../testing/holder.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { sandboxPost } from '../../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('withdrawing while a bank decides ends access, and gives back once the bank has', async () => {
  const { client, user, customer, withdraw, held, refunds } = await payer(
    server,
    'cataract',
    'yearly',
    8,
  );
  const { stripe } = server.services;
  const [charge] = (await stripe.charges.list({ customer })).data;
  const disputed = { charge: charge?.id, subscription: 'stays' };
  await sandboxPost(server, '/sandbox/disputes', disputed);
  await client.post('/user/subscriptions/refresh');
  const mails = async () =>
    (await mailsTo(server, user.email)).filter(({ text }) => text.includes('£150.00'));
  const paid = (await mails()).length;
  expect(await held()).toMatchObject({ withdraw_refund: 0, withdraw_held: 150 });
  const answer = await withdraw();
  expect(answer).toMatchObject({ status: 200, body: { refund: { amount: 0 } } });
  expect(answer.body.message).toBe(
    'Withdrawn from Cataract Connect: £150.00 goes back once the bank has decided for us',
  );
  expect([(await held()).status, await refunds()]).toEqual(['cancelled', 0]);
  await server.settled();
  const confirmed = (await mails()).at(-1);
  expect(confirmed?.subject).toBe('Withdrawal confirmed, £150.00 with your bank');
  expect(confirmed?.text).toContain(
    'we refund that to the card you paid with, and write to you again',
  );
  expect(confirmed?.text).not.toContain('£0.00');
  const [dispute] = (await stripe.disputes.list({ charge: charge?.id ?? '' })).data;
  const evidence = { uncategorized_text: 'winning_evidence' };
  await stripe.disputes.update(dispute?.id ?? '', { evidence });
  for (const _ of [1, 2]) await client.post('/user/subscriptions/refresh');
  expect(await refunds()).toBe(15_000);
  await server.settled();
  const after = (await mails()).map(({ subject }) => subject).slice(paid);
  expect(after).toEqual([
    'Withdrawal confirmed, £150.00 with your bank',
    '£150.00 refunded for Cataract Connect',
  ]);
});
