import { formatLongDate } from 'contract/format';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holder } from '../../../testing/holder.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, sandboxPost } from '../../../testing/subscriber.ts';
import { remind } from '../reminders/service.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const day = 86_400_000;

/** Somebody whose plan support has set to end 40 days after its next charge, once so many days have passed. */
async function endedLater(cycle: 'monthly' | 'yearly', days: number) {
  const one = await holder(server, 'cataract', cycle);
  await advanceDays(server, days);
  const { stripe } = server.services;
  const atStripe = async () => {
    const [found] = (await stripe.subscriptions.list({ customer: one.customer, status: 'all' }))
      .data;
    if (!found) throw new Error('nothing at Stripe');
    return found;
  };
  const charge: string = (await one.held()).next_charge.date;
  const ends = new Date(Date.parse(charge) + 40 * day);
  await stripe.subscriptions.update((await atStripe()).id, { cancel_at: ends.getTime() / 1000 });
  await syncCustomer(server.services, one.customer);
  await server.settled();
  return {
    ...one,
    atStripe,
    charge,
    ends: ends.toISOString(),
    cancel: (body?: object) => one.client.post(`/user/subscriptions/${one.id}/cancel`, body),
    mails: async (words: RegExp) =>
      (await mailsTo(server, one.user.email)).filter(({ subject }) => words.test(subject)),
  };
}

const daysUntil = (date: string) =>
  (Date.parse(date) - server.services.stripeClock.now().getTime()) / day;

it('product B32: a trial that support ends later is cancelled with the trial, and nothing is charged', async () => {
  const { cancel, held, mails, payments, atStripe, charge, ends } = await endedLater('monthly', 1);
  expect(await held()).toMatchObject({
    ...{ status: 'trial', trial_end_date: charge, cancel_at_period_end: true },
    ...{ current_period_end: ends, next_charge: { date: charge, amount: 14.99 } },
  });
  await advanceDays(server, 0.1);
  expect((await cancel()).status).toBe(200);
  const cancelled = await atStripe();
  const periodEnd = Date.parse(charge) / 1000;
  expect(cancelled).toMatchObject({ cancel_at_period_end: true, cancel_at: periodEnd });
  const ending = { cancel_at_period_end: true, current_period_end: charge, next_charge: null };
  expect(await held()).toMatchObject(ending);
  await advanceDays(server, 0.1);
  expect((await cancel()).status).toBe(200);
  expect((await atStripe()).canceled_at).toBe(cancelled.canceled_at);
  const subject = `Your Cataract Connect subscription ends on ${formatLongDate(charge)}`;
  const [told, ...others] = (await mails(/subscription ends on/)).filter(
    (mail) => mail.subject === subject,
  );
  expect(others).toEqual([]);
  expect(told?.text).toContain('and nothing more is charged');
  // What is taken back is the end as a whole, that of support with it.
  expect((await cancel({ cancelSubscription: false })).status).toBe(200);
  expect(await atStripe()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  await advanceDays(server, 0.1);
  expect((await cancel()).status).toBe(200);
  await advanceDays(server, 10);
  expect(await payments()).toEqual([]);
  expect((await atStripe()).status).toBe('canceled');
  expect(await mails(/^Receipt/)).toEqual([]);
  expect(await mails(/^Your free trial .* ends on/)).toEqual([]);
});

it('product B32: a paid plan that support ends later is cancelled with its period', async () => {
  const { cancel, held, payments, atStripe, charge } = await endedLater('monthly', 8);
  await advanceDays(server, 0.1);
  expect((await cancel()).status).toBe(200);
  expect(await held()).toMatchObject({ current_period_end: charge, next_charge: null });
  await advanceDays(server, daysUntil(charge) + 1);
  expect(await payments()).toHaveLength(1);
  expect((await atStripe()).status).toBe('canceled');
});

it('an end that support has set within the period stays as it is when it is cancelled', async () => {
  const { cancel, held, customer, charge, atStripe } = await endedLater('monthly', 8);
  const { stripe } = server.services;
  const sooner = Date.parse(charge) / 1000 - 5 * 86_400;
  await stripe.subscriptions.update((await atStripe()).id, { cancel_at: sooner });
  await syncCustomer(server.services, customer);
  expect((await cancel()).status).toBe(200);
  expect(await atStripe()).toMatchObject({ cancel_at_period_end: false, cancel_at: sooner });
  expect(Date.parse((await held()).current_period_end)).toBe(sooner * 1000);
});

it('product M9: of a trial that support ends later the mails say from when it is charged, until when, and how not', async () => {
  const { mails, charge, ends } = await endedLater('monthly', 1);
  const [until, trialEnds] = [formatLongDate(ends), formatLongDate(charge)];
  const [set] = await mails(/subscription ends on/);
  expect(set?.text).toContain(
    `Your subscription is set to end on ${until}. You keep access until then. Your free trial ends on ${trialEnds}. Your plan starts that day and is charged from then on.`,
  );
  expect(set?.text).toContain(
    `To end it with the trial, cancel under My Subscriptions before ${trialEnds}. To go on after ${until}, choose Don't Cancel there.`,
  );
  for (const said of ['as before', 'nothing more', 'is cancelled']) {
    expect(set?.text).not.toContain(said);
  }
  await advanceDays(server, 4);
  const [reminder] = await mails(/^Your free trial of .* ends on/);
  expect(reminder?.text).toContain(`your subscription begins, which then runs until ${until}.`);
  expect(reminder?.text).toContain('To avoid the charge, cancel under My Subscriptions');
});

it('product M425: a yearly renewal before the end that support has set is reminded of without a sweep', async () => {
  const { mails, charge, ends } = await endedLater('yearly', 8);
  // The news of time may be lost: then the next look at all finds what is due.
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
  await advanceDays(server, daysUntil(charge) - 13.5);
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
  expect(await mails(/renews on/)).toEqual([]);
  await remind(server.services, new Date(Date.parse(charge) - 13 * day));
  await server.settled();
  const [reminder] = await mails(/renews on/);
  const renews = formatLongDate(charge);
  expect(reminder?.text).toContain(
    `goes on for another year on ${renews}, and is set to end on ${formatLongDate(ends)}.`,
  );
  expect(reminder?.text).toContain(
    'To end it before that charge, cancel under My Subscriptions before that day.',
  );
});
