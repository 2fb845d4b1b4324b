import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceMoves } from '../../../db/schema.ts';
import { holder, payer as holderWhoPaid } from '../../../testing/holder.ts';
import { type Mailbox, startServerWithMailbox } from '../../../testing/mailbox.ts';
import {
  move,
  paid,
  plan,
  putPriceBack,
  reprice,
  told,
  was,
} from '../../../testing/price-moves.ts';
import type { TestServer } from '../../../testing/server.ts';
import { advanceDays } from '../../../testing/subscriber.ts';
import { reconcile } from '../reconciliation/service.ts';
import { lineOf, sumOf } from './present.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(async () => {
  putPriceBack();
  await server.close();
});

type One = Awaited<ReturnType<typeof holder>>;

/** Somebody whose trial is over. */
const payer = () => holderWhoPaid(server, 'cataract', 'monthly', 31);

const scheduled = async ({ customer }: One) =>
  (await server.services.stripe.subscriptions.list({ customer })).data[0]?.schedule ?? null;

it('a price that was told and taken back is not charged, and not shown as one to come', {
  timeout: 60_000,
}, async () => {
  const { db } = server.services;
  const one = await payer();
  const inTwo = await holder(server, 'cataract', 'monthly');
  await reprice(server, 1799);
  await move(server);
  expect(await scheduled(one)).not.toBeNull();
  await reprice(server, was);
  // The next sync is enough, whatever made it.
  await one.client.post('/user/subscriptions/refresh');
  expect(await scheduled(one)).toBeNull();
  expect(await one.held()).toMatchObject({ price: 14.99, new_price: null });
  expect(await db.$count(priceMoves)).toBe(2);
  const planned = await move(server, { isDryRun: true });
  expect(await db.$count(priceMoves)).toBe(2);
  const outcomes = await move(server);
  expect(outcomes).toEqual(planned);
  expect(outcomes.map((it) => lineOf(it, { plan, isDryRun: false }))).toEqual(
    [one, inTwo].map(
      ({ user }) =>
        `${user.email}  £14.99 -> £14.99  stays: the price it was told of is taken back`,
    ),
  );
  expect(sumOf(outcomes, { isDryRun: false })).toBe('0 told, 0 told before, 2 stay.');
  expect(await db.$count(priceMoves)).toBe(0);
  // As dear again, it is told anew, and 30 days ahead.
  await advanceDays(server, 31);
  await reprice(server, 1799);
  await one.client.post('/user/subscriptions/refresh');
  expect(await one.held()).toMatchObject({ price: 14.99, new_price: null });
  await advanceDays(server, 31);
  expect(await paid(one)).toEqual([14.99, 14.99, 14.99]);
  expect((await reconcile(server.services)).differences).toEqual([]);
  await reprice(server, was);
});

it('what was told to get cheaper does, and what is less dear than told is told anew', {
  timeout: 60_000,
}, async () => {
  const one = await payer();
  await reprice(server, 1299);
  await move(server);
  await reprice(server, was);
  await one.client.post('/user/subscriptions/refresh');
  expect((await one.held()).new_price).toMatchObject({ amount: 12.99 });
  const other = await payer();
  await reprice(server, 1899);
  await move(server);
  await reprice(server, 1599);
  await other.client.post('/user/subscriptions/refresh');
  expect((await other.held()).new_price).toBeNull();
  await move(server);
  expect((await other.held()).new_price).toMatchObject({ amount: 15.99 });
  expect(await told(mailbox, other)).toHaveLength(2);
  await reprice(server, was);
});
