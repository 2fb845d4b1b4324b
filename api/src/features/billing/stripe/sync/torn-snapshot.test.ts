import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { cards } from '../../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, subscribe } from '../../../../testing/subscriber.ts';
import { takeSnapshot } from './snapshot.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

/** Somebody whose card failed at the end of the trial, and what pays with another one. */
async function latePayer() {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly', cards.failsLater);
  await advanceDays(server, 8);
  const customer = await customerOf(server, user.id);
  const { stripe } = server.services;
  const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
  const pay = async () => {
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.invoices.pay(open?.id ?? '', { payment_method: id });
  };
  return { customer, pay };
}

type Listing = 'subscriptions' | 'invoices' | 'charges';

/** Lets something happen once, after one of Stripe's lists was read and before another one is. */
function between([first, second]: [Listing, Listing], happens: () => Promise<void>) {
  const { stripe } = server.services;
  const read = stripe[first].list.bind(stripe[first]) as typeof stripe.invoices.list;
  const readLater = stripe[second].list.bind(stripe[second]) as typeof stripe.invoices.list;
  const { promise: isRead, resolve } = Promise.withResolvers<unknown>();
  let happened: Promise<void> | undefined;
  const spy = vi.spyOn(stripe[first] as typeof stripe.invoices, 'list');
  spy.mockImplementation((...given) => {
    const pages = read(...given);
    resolve(pages);
    return pages;
  });
  vi.spyOn(stripe[second] as typeof stripe.invoices, 'list').mockImplementation((...given) => {
    happened ??= isRead.then(happens);
    const page = happened.then(() => readLater(...given));
    const pages = {
      async *[Symbol.asyncIterator]() {
        yield* (await page).data;
      },
    };
    return Object.assign(page, pages) as unknown as ReturnType<typeof readLater>;
  });
  return spy;
}

it.each<[Listing, Listing]>([
  ['subscriptions', 'invoices'],
  ['invoices', 'subscriptions'],
  ['invoices', 'charges'],
])('what is paid after the %s were read and before the %s is read again', async (...order) => {
  const { customer, pay } = await latePayer();
  const first = between(order, pay);
  const { subscriptions, invoices } = await takeSnapshot(server.services.stripe, customer);
  const states = [...subscriptions, ...invoices.slice(0, 1)].map(({ status }) => status);
  expect([...states, first.mock.calls.length]).toEqual(['active', 'paid', 2]);
});

it('what fits is read once', async () => {
  const { customer } = await latePayer();
  const list = vi.spyOn(server.services.stripe.subscriptions, 'list');
  const { subscriptions } = await takeSnapshot(server.services.stripe, customer);
  expect([subscriptions[0]?.status, list.mock.calls.length]).toEqual(['past_due', 1]);
});
