import { formatLongDate } from 'contract/format';
import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingEmails, priceMoves } from '../../../db/schema.ts';
import { noteSent } from '../../../emails/notices.ts';
import { holder } from '../../../testing/holder.ts';
import { startServerWithMoodySmtp } from '../../../testing/mailbox.ts';
import {
  moveUntold,
  paid,
  plan,
  putPriceBack,
  reprice,
  today,
  was,
} from '../../../testing/price-moves.ts';
import { sendAgain } from '../../../testing/send-again.ts';
import type { TestServer } from '../../../testing/server.ts';
import type { MoodySmtp } from '../../../testing/smtp.ts';
import { advanceDays } from '../../../testing/subscriber.ts';
import { priceNotice } from './notice.ts';
import { sumOf } from './present.ts';
import { renewalFrom } from './renewals.ts';
import { movePrices } from './service.ts';

const dayMs = 86_400_000;
let server: TestServer;
let smtp: MoodySmtp;
beforeAll(async () => {
  ({ server, smtp } = await startServerWithMoodySmtp());
});
afterAll(async () => {
  putPriceBack();
  await server.close();
});

type One = Awaited<ReturnType<typeof holder>>;

const now = () => server.services.stripeClock.now();

async function move(isDryRun = false) {
  const all = await Array.fromAsync(
    movePrices(server.services, { plan, from: today(server), isDryRun }),
  );
  await server.settled();
  return all;
}

/** Somebody who pays by the month, and whose renewal after the next one is 31 days away. */
async function monthAhead(): Promise<{ one: One; renewal: Date; next: Date }> {
  const one = await holder(server, 'cataract', 'monthly');
  const { data } = await server.services.stripe.subscriptions.list({ customer: one.customer });
  const anchor = new Date((data[0]?.billing_cycle_anchor ?? 0) * 1000);
  const rhythm = { anchor, cycle: 'monthly' as const };
  const first = renewalFrom(rhythm, now());
  const renewal = renewalFrom(rhythm, new Date(first.getTime() + dayMs));
  const next = renewalFrom(rhythm, new Date(renewal.getTime() + dayMs));
  await advanceDays(server, Math.floor((renewal.getTime() - now().getTime()) / dayMs) - 31);
  return { one, renewal, next };
}

const notices = ({ user }: One) =>
  smtp.received.filter(({ to, raw }) => to === user.email && raw.includes('The price of your'));

it('30 days of notice count from when the mail went out, however long the mail server was away', {
  timeout: 90_000,
}, async () => {
  const { one, renewal, next } = await monthAhead();
  await reprice(server, 1799);
  smtp.mood = 'down';
  expect(await move()).toEqual([
    { email: one.user.email, oldAmount: was, outcome: 'told', from: renewal },
  ]);
  await advanceDays(server, 2);
  const waits = await move();
  expect(waits).toMatchObject([{ outcome: 'waits' }]);
  expect(sumOf(waits, { isDryRun: false })).toBe(
    '0 told, 0 told before, 1 wait for their mail, 0 stay.',
  );
  expect(await one.held()).toMatchObject({ price: 14.99, new_price: null });
  smtp.mood = 'up';
  await sendAgain(server, 'price-changing');
  await server.settled();
  expect(notices(one)).toHaveLength(1);
  expect(notices(one)[0]?.raw).toContain(
    `The price of your Cataract Connect changes on ${formatLongDate(next)}`,
  );
  expect((await one.held()).new_price).toEqual({ amount: 17.99, from: next.toISOString() });
  expect(await move()).toMatchObject([{ outcome: 'told before', from: next }]);
  // A renewal is charged an hour later.
  await advanceDays(server, 31);
  expect(now().getTime()).toBeGreaterThan(renewal.getTime() + dayMs / 24);
  expect(new Set(await paid(one))).toEqual(new Set([14.99]));
  await advanceDays(server, 32);
  expect((await paid(one)).at(-1)).toBe(17.99);
  expect((await paid(one)).filter((amount) => amount !== 14.99)).toEqual([17.99]);
  await reprice(server, was);
});

it('whom the mail does not reach stays at the price of before, and Operations names them until it does', {
  timeout: 120_000,
}, async () => {
  const { db } = server.services;
  const admin = await server.admin();
  const { one, renewal } = await monthAhead();
  const goes = await holder(server, 'cataract', 'monthly');
  await reprice(server, 1899);
  smtp.mood = 'refused';
  await move();
  const { jobs } = (await admin.get('/admin/failures')).body;
  expect(jobs).toEqual([]);
  const giveUp = async () => {
    await db.execute(sql`update pgboss.job set start_after = now(), retry_limit = retry_count
      where name = 'send-email' and state = 'retry' and data->>'cause' like 'price-changing:%'`);
    return (await admin.get('/admin/failures')).body.jobs;
  };
  const named = (email: string) => ({ name: 'send-email', recipient: email });
  await expect
    .poll(giveUp, { timeout: 30_000 })
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining(named(one.user.email)),
        expect.objectContaining(named(goes.user.email)),
      ]),
    );
  await advanceDays(server, Math.ceil((renewal.getTime() - now().getTime()) / dayMs) + 1);
  expect(new Set(await paid(one))).toEqual(new Set([14.99]));
  expect(await one.held()).toMatchObject({ price: 14.99, new_price: null });
  // Who leaves before the mail goes out is told nothing, and nothing is kept of it.
  await goes.client.post(`/user/subscriptions/${goes.id}/cancel`);
  smtp.mood = 'up';
  await admin.post('/admin/jobs/retry');
  await sendAgain(server, 'price-changing');
  await server.settled();
  expect(notices(goes)).toEqual([]);
  expect(await db.$count(priceMoves, sql`user_id = ${goes.user.id}`)).toBe(0);
  const { new_price: told } = await one.held();
  expect(told.amount).toBe(18.99);
  expect(Date.parse(told.from) - now().getTime()).toBeGreaterThan(30 * dayMs - 60_000);
  expect((await admin.get('/admin/failures')).body.jobs).toEqual([]);
});

it('product M433: a notice that a mail server takes after three minutes still has the renewal that it names', {
  timeout: 60_000,
}, async () => {
  const { db } = server.services;
  const { one, renewal, next } = await monthAhead();
  await reprice(server, 1999);
  await moveUntold(server, smtp);
  // The whole notice before the renewal is over two minutes after the mail is written.
  const minute = 1 / (24 * 60);
  const ahead = (renewal.getTime() - now().getTime()) / dayMs;
  await advanceDays(server, ahead - 30 - 2 * minute);
  const cause = like(outgoingEmails.cause, 'price-changing:%');
  const isIt = and(cause, eq(outgoingEmails.recipient, one.user.email));
  const [mail] = await db.select().from(outgoingEmails).where(isIt);
  if (!mail) throw new Error('no notice waits');
  const notice = await priceNotice(server.services, mail.cause);
  const content = await db.transaction((transaction) => notice.write(transaction));
  await advanceDays(server, 3 * minute);
  await noteSent(db, mail, notice);
  await server.settled();
  expect(content?.appliesAt).toBe(next.toISOString());
  expect((await one.held()).new_price).toEqual({ amount: 19.99, from: content?.appliesAt });
});
