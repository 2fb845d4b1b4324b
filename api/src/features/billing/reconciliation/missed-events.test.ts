import { afterAll, beforeAll, expect, it } from 'vitest';
import { payer } from '../../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { sandboxPost } from '../../../testing/subscriber.ts';
import { findCustomersAfter } from './repository.ts';
import { sweep } from './sweep.ts';

const hour = 3_600_000;
const slices = 2;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Sweeps, some minutes later, in an hour in which it is not the turn of this customer. */
async function sweepOthers(customer: string) {
  const { db, stripeClock } = server.services;
  const first = await findCustomersAfter(db, '', 100, { of: slices, number: 0 });
  const others = first.some(({ id }) => id === customer) ? 1 : 0;
  const later = { now: () => new Date(stripeClock.now().getTime() + 10 * 60_000) };
  const services = { ...server.services, stripeClock: { ...stripeClock, ...later } };
  return sweep(services, { now: new Date(others * hour), perHour: 1 });
}

/** What happens at Stripe in this is not told us. */
async function unheard(work: () => Promise<unknown>): Promise<void> {
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
  await work();
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
}

it('product B600: a dispute whose end we missed, which names no customer, leads to who had paid', async () => {
  await payer(server, 'portfolio', 'monthly', 0);
  const { customer, payments } = await payer(server, 'cataract', 'monthly', 8);
  const { stripe } = server.services;
  const [charge] = (await stripe.charges.list({ customer })).data;
  await sandboxPost(server, '/sandbox/disputes', { charge: charge?.id, subscription: 'stays' });
  await server.settled();
  const [dispute] = (await stripe.disputes.list({ charge: charge?.id ?? '' })).data;
  await unheard(() => stripe.disputes.close(dispute?.id ?? ''));
  expect(await payments()).toMatchObject([{ status: 'success' }]);
  const run = await sweepOthers(customer);
  expect(run.differences.every(({ repaired }) => repaired)).toBe(true);
  expect(await payments()).toMatchObject([{ status: 'refunded', refunded: 14.99 }]);
});
