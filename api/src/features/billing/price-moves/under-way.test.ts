import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingEmails, users } from '../../../db/schema.ts';
import { holder } from '../../../testing/holder.ts';
import { startServerWithMoodySmtp } from '../../../testing/mailbox.ts';
import { plan, putPriceBack, reprice, today, was } from '../../../testing/price-moves.ts';
import { sendAgain } from '../../../testing/send-again.ts';
import type { TestServer } from '../../../testing/server.ts';
import { type MoodySmtp, readable } from '../../../testing/smtp.ts';
import { movePrices } from './service.ts';

let server: TestServer;
let smtp: MoodySmtp;
beforeAll(async () => {
  ({ server, smtp } = await startServerWithMoodySmtp());
});
afterAll(async () => {
  putPriceBack();
  await server.close();
});

const outcomes = async () => {
  const moving = { plan, from: today(server), isDryRun: false };
  const all = await Array.fromAsync(movePrices(server.services, moving));
  return all.map(({ outcome }) => outcome);
};

/** What mails of a price have said to somebody, in the order in which they came. */
const said = (to: string) =>
  smtp.received
    .filter((mail) => mail.to === to && /^Subject: The price/m.test(mail.raw))
    .map(({ raw }) => (raw.includes('stays as it is') ? 'kept' : 'changes'));

it('product M370: whom the mail of a price reaches while that is taken back is told so, unless deleted', {
  timeout: 90_000,
}, async () => {
  const { db } = server.services;
  const one = await holder(server, 'cataract', 'monthly');
  const gone = await holder(server, 'cataract', 'monthly');
  await server.settled();
  await sendAgain(server, '%');
  await reprice(server, 1799);
  Object.assign(smtp, { mood: 'slow', slowMs: 2_000 });
  expect(await outcomes()).toEqual(['told', 'told']);
  await expect.poll(() => smtp.connections, { timeout: 10_000, interval: 20 }).toBe(2);
  await reprice(server, was);
  expect(await outcomes()).toEqual(['taken back', 'taken back']);
  expect([said(one.user.email), said(gone.user.email)]).toEqual([[], []]);
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.user.id));
  await sendAgain(server, 'price-changing');
  smtp.mood = 'up';
  await sendAgain(server, 'price-kept');
  await server.settled();
  expect(said(one.user.email)).toEqual(['changes', 'kept']);
  expect(said(gone.user.email)).toEqual(['changes']);
  const mail = readable(smtp.received.at(-1)?.raw ?? '');
  expect(mail).toMatch(/would change to £17\.99 per\s+month. It does not: it stays at £14\.99/);
  expect(await db.$count(outgoingEmails, eq(outgoingEmails.template, 'price-kept'))).toBe(1);
});
