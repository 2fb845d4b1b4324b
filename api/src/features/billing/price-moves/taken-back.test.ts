import { findPlan, type Plan } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceMoves } from '../../../db/schema.ts';
import { holder } from '../../../testing/holder.ts';
import { arrived, type Mailbox, startServerWithMailbox } from '../../../testing/mailbox.ts';
import { sendAgain } from '../../../testing/send-again.ts';
import type { TestServer } from '../../../testing/server.ts';
import { advanceDays, choice } from '../../../testing/subscriber.ts';
import { reconcile } from '../reconciliation/service.ts';
import { lineOf, sumOf } from './present.ts';
import { movePrices } from './service.ts';

/** Written as the catalogue would be by a new release. */
const plan = findPlan(choice('cataract', 'monthly').pricing_plan_id) as Plan;
const was = plan.amount;

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(async () => {
  plan.amount = was;
  await server.close();
});

type One = Awaited<ReturnType<typeof holder>>;

/** Somebody whose trial is over. */
async function payer(): Promise<One> {
  const one = await holder(server, 'cataract', 'monthly');
  await advanceDays(server, 31);
  return one;
}

async function reprice(amount: number) {
  plan.amount = amount;
  await server.services.prices.syncCatalogue();
}

async function move(isDryRun = false) {
  const from = server.services.stripeClock.now().toISOString().slice(0, 10);
  const all = await Array.fromAsync(movePrices(server.services, { plan, from, isDryRun }));
  await sendAgain(server, 'price-changing');
  await server.settled();
  return all;
}

const scheduled = async ({ customer }: One) =>
  (await server.services.stripe.subscriptions.list({ customer })).data[0]?.schedule ?? null;

const paid = async ({ payments }: One): Promise<number[]> =>
  (await payments()).map(({ amount }: { amount: number }) => amount).toReversed();

const told = async ({ user }: One) =>
  (await arrived(mailbox, user.email)).filter(({ subject }) =>
    subject.startsWith('The price of your'),
  );

it('a price that was told and taken back is not charged, and not shown as one to come', {
  timeout: 60_000,
}, async () => {
  const { db } = server.services;
  const one = await payer();
  const inTwo = await holder(server, 'cataract', 'monthly');
  await reprice(1799);
  await move();
  expect(await scheduled(one)).not.toBeNull();
  await reprice(was);
  // The next sync is enough, whatever made it.
  await one.client.post('/user/subscriptions/refresh');
  expect(await scheduled(one)).toBeNull();
  expect(await one.held()).toMatchObject({ price: 14.99, new_price: null });
  expect(await db.$count(priceMoves)).toBe(2);
  const planned = await move(true);
  expect(await db.$count(priceMoves)).toBe(2);
  const outcomes = await move();
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
  await reprice(1799);
  await one.client.post('/user/subscriptions/refresh');
  expect(await one.held()).toMatchObject({ price: 14.99, new_price: null });
  await advanceDays(server, 31);
  expect(await paid(one)).toEqual([14.99, 14.99, 14.99]);
  expect((await reconcile(server.services)).differences).toEqual([]);
  await reprice(was);
});

it('what was told to get cheaper does, and what is less dear than told is told anew', {
  timeout: 60_000,
}, async () => {
  const one = await payer();
  await reprice(1299);
  await move();
  await reprice(was);
  await one.client.post('/user/subscriptions/refresh');
  expect((await one.held()).new_price).toMatchObject({ amount: 12.99 });
  const other = await payer();
  await reprice(1899);
  await move();
  await reprice(1599);
  await other.client.post('/user/subscriptions/refresh');
  expect((await other.held()).new_price).toBeNull();
  await move();
  expect((await other.held()).new_price).toMatchObject({ amount: 15.99 });
  expect(await told(other)).toHaveLength(2);
  await reprice(was);
});
