import { formatLongDate } from 'contract/format';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceMoves } from '../../../db/schema.ts';
import { payer } from '../../../testing/holder.ts';
import { startServerWithMoodySmtp } from '../../../testing/mailbox.ts';
import {
  move,
  moveUntold,
  paid,
  plan,
  putPriceBack,
  reprice,
  was,
} from '../../../testing/price-moves.ts';
import { sendAgain } from '../../../testing/send-again.ts';
import type { TestServer } from '../../../testing/server.ts';
import { type MoodySmtp, readable } from '../../../testing/smtp.ts';
import { advanceDays } from '../../../testing/subscriber.ts';
import { reconcile } from '../reconciliation/service.ts';

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

type One = Awaited<ReturnType<typeof payer>>;

const now = () => server.services.stripeClock.now();

/** What the last mail of a new price says, as plain text. */
function lastNotice({ user }: One): string | undefined {
  const mail = smtp.received.findLast(
    ({ to, raw }) => to === user.email && raw.includes('The price of your'),
  );
  return mail && readable(mail.raw);
}

it('a further price whose notice waits while the one before comes is told of from that one on, 30 days ahead', {
  timeout: 120_000,
}, async () => {
  const one = await payer(server, 'cataract', 'monthly', 31);
  await reprice(server, 1599);
  const [{ from: applies } = { from: null }] = await move(server);
  await reprice(server, 1799);
  await moveUntold(server, smtp);
  await advanceDays(server, Math.ceil(((applies?.getTime() ?? 0) - now().getTime()) / dayMs) + 1);
  expect((await paid(one)).at(-1)).toBe(15.99);
  smtp.mood = 'up';
  await sendAgain(server, 'price-changing');
  await server.settled();
  const { price, new_price: told } = await one.held();
  expect(price).toBe(15.99);
  expect(told?.amount).toBe(17.99);
  const from = Date.parse(told.from);
  expect(from - now().getTime()).toBeGreaterThan(30 * dayMs - 60_000);
  const mail = lastNotice(one);
  expect(mail).toContain(`changes on ${formatLongDate(told.from)}`);
  expect(mail).toMatch(/you pay £15\.99 per\s+month/);
  expect(mail).not.toContain('£14.99');
  // Of the renewals until then none is dearer, and of those from then on all are.
  await advanceDays(server, Math.floor((from - now().getTime()) / dayMs) - 1);
  expect((await paid(one)).at(-1)).toBe(15.99);
  await advanceDays(server, 3);
  expect((await paid(one)).at(-1)).toBe(17.99);
  expect((await reconcile(server.services)).differences).toEqual([]);
  await reprice(server, was);
});

it('of a price that is paid already, or was taken back meanwhile, a notice that waited tells nobody', {
  timeout: 120_000,
}, async () => {
  const { db, stripe } = server.services;
  const one = await payer(server, 'cataract', 'monthly', 31);
  await reprice(server, 1899);
  await moveUntold(server, smtp);
  const [subscription] = (await stripe.subscriptions.list({ customer: one.customer })).data;
  const item = subscription?.items.data[0]?.id ?? '';
  const price = await server.services.prices.idOf(plan);
  // Support sets the new price at Stripe's dashboard.
  await stripe.subscriptions.update(subscription?.id ?? '', {
    items: [{ id: item, price }],
    proration_behavior: 'none',
  });
  smtp.mood = 'up';
  await sendAgain(server, 'price-changing');
  await server.settled();
  expect(lastNotice(one)).toBeUndefined();
  expect(await one.held()).toMatchObject({ price: 18.99, new_price: null });
  await reprice(server, 1999);
  await moveUntold(server, smtp);
  await reprice(server, 1899);
  smtp.mood = 'up';
  await sendAgain(server, 'price-changing');
  await server.settled();
  expect(lastNotice(one)).toBeUndefined();
  expect(await db.$count(priceMoves, eq(priceMoves.userId, one.user.id))).toBe(0);
  await reprice(server, was);
});
