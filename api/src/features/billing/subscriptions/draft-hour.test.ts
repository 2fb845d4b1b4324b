import { formatLongDate } from 'contract/format';
import * as messages from 'contract/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Held, holder } from '../../../testing/holder.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays } from '../../../testing/subscriber.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const minutes = (count: number) => count / (24 * 60);

/** Somebody whose trial is over since a minute: the invoice of what it became is a draft for the hour. */
async function inItsHour(credit = 0, card?: Held[2]) {
  const one = await holder(server, 'cataract', 'monthly', card);
  if (credit > 0) {
    const given = { amount: -credit, currency: 'gbp' };
    await server.services.stripe.customers.createBalanceTransaction(one.customer, given);
  }
  await advanceDays(server, 7 + minutes(1));
  return {
    ...one,
    cancel: (body?: object) => one.client.post(`/user/subscriptions/${one.id}/cancel`, body),
    mail: async (words: RegExp) => {
      await server.settled();
      return (await mailsTo(server, one.user.email)).findLast(({ subject }) => words.test(subject));
    },
    nextBilling: async () =>
      (await one.client.get('/users/dashboard-stats')).body.data.next_billing,
  };
}

const still = 'The period that has just begun is still charged: £14.99.';

it('product M9: who cancels in the hour before a renewal is charged is told of that charge, which then comes', async () => {
  const { cancel, held, mail, nextBilling, payments } = await inItsHour();
  const { charge_under_way: charge, next_charge } = await held();
  expect(charge).toMatchObject({ amount: 14.99, credit: 0 });
  const inAnHour = Date.parse(charge.date) - server.services.stripeClock.now().getTime();
  expect(Math.round(inAnHour / 60_000)).toBe(59);
  expect(await nextBilling()).toEqual(charge);
  expect((await cancel()).body.message).toBe(`${messages.cancelled}. ${still}`);
  const ends = formatLongDate(next_charge.date);
  const told = await mail(/subscription ends on/);
  expect(told?.text).toContain(
    `Your subscription is cancelled. ${still} Once it is paid, you keep access until ${ends}; if every attempt fails, your access ends then. Nothing else is charged.`,
  );
  expect(told?.text).toContain('Card: Visa ending in 4242');
  expect(told?.text).not.toContain('nothing more');
  // It stays the next charge, also of what ends.
  expect(await held()).toMatchObject({ charge_under_way: charge, next_charge: null });
  expect(await nextBilling()).toEqual(charge);
  await advanceDays(server, minutes(70));
  expect(await payments()).toMatchObject([{ amount: 14.99, status: 'success' }]);
  expect(await held()).toMatchObject({ charge_under_way: null, cancel_at_period_end: true });
  await advanceDays(server, 35);
  expect(await payments()).toHaveLength(1);
  expect((await held()).status).toBe('cancelled');
});

it('product M11: who takes a cancellation back in that hour is told of that charge, too, and after it of none', async () => {
  const { cancel, mail } = await inItsHour();
  await cancel();
  expect((await cancel({ cancelSubscription: false })).body.message).toBe(
    messages.cancellationUndone,
  );
  expect((await mail(/goes on$/))?.text).toContain(still);
  await advanceDays(server, minutes(70));
  expect((await cancel()).body.message).toBe(messages.cancelled);
  expect((await mail(/subscription ends on/))?.text).toContain('and nothing more is charged.');
});

it('product M9: what credit pays of that charge is told with it, and of all of it that nothing more is charged', async () => {
  const part = await inItsHour(500);
  const partly = 'The period that has just begun is still charged: £9.99, after £5.00 of credit.';
  expect((await part.cancel()).body.message).toBe(`${messages.cancelled}. ${partly}`);
  expect((await part.mail(/subscription ends on/))?.text).toContain(partly);
  await advanceDays(server, minutes(70));
  expect(await part.payments()).toMatchObject([{ amount: 9.99, credit: 5 }]);

  const whole = await inItsHour(2_000);
  const wholly = 'Your credit still pays for the period that has just begun: £14.99.';
  expect((await whole.cancel()).body.message).toBe(`${messages.cancelled}. ${wholly}`);
  const told = (await whole.mail(/subscription ends on/))?.text;
  expect(told).toContain(`${wholly} You keep access until`);
  expect(told).toContain('and nothing more is charged.');
  expect(told).not.toContain('Card:');
  await advanceDays(server, minutes(70));
  expect([await whole.payments(), await whole.credit()]).toEqual([[], 501]);
});

it('product M9: of what support ends later the charge of that hour is told beside those to come', async () => {
  const { customer, mail, held } = await inItsHour();
  const { stripe } = server.services;
  const [one] = (await stripe.subscriptions.list({ customer })).data;
  const cancel_at = Math.floor(Date.parse((await held()).next_charge.date) / 1000) + 40 * 86_400;
  await stripe.subscriptions.update(one?.id ?? '', { cancel_at });
  await syncCustomer(server.services, customer);
  expect((await mail(/subscription ends on/))?.text).toContain(
    `You keep access until then. ${still} It is charged as before until then, next on`,
  );
});

it('product B36: who is deactivated in that hour is not charged, and not told so', async () => {
  const admin = await server.admin();
  const { user, mail, customer } = await inItsHour();
  const answer = await admin.put(`/admin/users/${user.id}/status`, { isActive: false });
  expect(answer.status).toBe(200);
  expect((await mail(/subscription ends on/))?.text).toContain('and nothing more is charged.');
  await advanceDays(server, 1);
  expect((await server.services.stripe.charges.list({ customer })).data).toEqual([]);
});
