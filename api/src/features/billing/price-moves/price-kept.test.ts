import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { holder } from '../../../testing/holder.ts';
import { startServerWithMoodySmtp } from '../../../testing/mailbox.ts';
import { move, moveUntold, putPriceBack, reprice, was } from '../../../testing/price-moves.ts';
import { sendAgain } from '../../../testing/send-again.ts';
import type { TestServer } from '../../../testing/server.ts';
import { type MoodySmtp, readable } from '../../../testing/smtp.ts';

let server: TestServer;
let smtp: MoodySmtp;
beforeAll(async () => {
  ({ server, smtp } = await startServerWithMoodySmtp());
});
beforeEach(() => {
  smtp.mood = 'up';
});
afterAll(async () => {
  putPriceBack();
  await server.close();
});

type One = Awaited<ReturnType<typeof holder>>;

/** The mails that told somebody that a price stays. */
const kept = ({ user }: One) =>
  smtp.received
    .filter(({ to, raw }) => to === user.email && raw.includes('stays as it is'))
    .map(({ raw }) => readable(raw));

const outcomes = async (isDryRun = false) => {
  const all = await move(server, { isDryRun });
  await sendAgain(server, 'price-kept');
  return all.map(({ outcome }) => outcome);
};

it('product M370: who was told of a higher price that is taken back is told so, once', {
  timeout: 60_000,
}, async () => {
  const one = await holder(server, 'cataract', 'monthly');
  const leaving = await holder(server, 'cataract', 'monthly');
  await reprice(server, 1799);
  await move(server);
  await leaving.client.post(`/user/subscriptions/${leaving.id}/cancel`);
  await reprice(server, 1899);
  expect(await outcomes()).toEqual(['told', 'ends']);
  await reprice(server, was);
  expect(await outcomes(true)).toEqual(['taken back', 'taken back', 'taken back']);
  expect([kept(one), kept(leaving)]).toEqual([[], []]);
  expect(await outcomes()).toEqual(['taken back', 'taken back', 'taken back']);
  expect(await outcomes()).toEqual([]);
  const [mail, ...more] = kept(one);
  expect(more).toEqual([]);
  expect(mail).toContain('Subject: The price of your Cataract Connect stays as it is');
  expect(mail).toMatch(/would change to £18\.99 per\s+month. It does not: it stays at £14\.99/);
  expect(mail).toContain('You need not do anything.');
  expect(kept(leaving)).toHaveLength(1);
  expect(kept(leaving)[0]).toMatch(/would change to £17\.99 .*set to end\..* Cancel under/s);
});

it('product M370: whom no mail had reached by then is told nothing', {
  timeout: 60_000,
}, async () => {
  const one = await holder(server, 'cataract', 'monthly');
  await reprice(server, 1699);
  await moveUntold(server, smtp);
  await reprice(server, was);
  smtp.mood = 'up';
  expect(await outcomes()).toContain('taken back');
  await server.settled();
  const ofPrice = smtp.received.filter(
    ({ to, raw }) => to === one.user.email && /^Subject: The price/m.test(raw),
  );
  expect(ofPrice).toEqual([]);
});
