import { londonDay } from 'contract/withdrawal';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '../../../db/schema.ts';
import { choice } from '../../../testing/choice.ts';
import type { Client } from '../../../testing/client.ts';
import { change, holder, payer } from '../../../testing/holder.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, subscribe } from '../../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** A day in London, so many days from now by Stripe's clock. */
const dayIn = (days: number) =>
  londonDay(new Date(server.services.stripeClock.now().getTime() + days * 86_400_000));

const withdrawFor = (id: string, declared_on?: string) =>
  admin.post(`/admin/subscriptions/${id}/withdraw`, declared_on ? { declared_on } : undefined);

it('a declaration that reached us in time is one, whenever an admin enters it, with all that was charged since', async () => {
  const one = await payer(server, 'cataract', 'monthly', 8);
  // Declared on the last day; the letter is opened after the next renewal.
  const { withdraw_until: lastDay } = await one.held();
  await advanceDays(server, 32);
  expect((await withdrawFor(one.id)).status).toBe(409);
  const after = londonDay(new Date(Date.parse(lastDay) + 86_400_000 + 43_200_000));
  const late = await withdrawFor(one.id, after);
  expect([late.status, late.body.error]).toEqual([
    409,
    expect.stringContaining('The right to withdraw ended on'),
  ]);
  expect(await one.refunds()).toBe(0);
  expect(await withdrawFor(one.id, lastDay)).toMatchObject({
    status: 200,
    body: { refund: { amount: 29.98 } },
  });
  expect([(await one.held()).status, await one.refunds()]).toEqual(['cancelled', 2_998]);
  // Said again, by another day: nothing more is done or written.
  expect((await withdrawFor(one.id)).body.refund).toEqual({ amount: 29.98 });
  const isIt = and(eq(auditLog.target, one.user.id), eq(auditLog.action, 'subscription.withdrawn'));
  const entries = await server.services.db.select().from(auditLog).where(isIt);
  expect(entries.map(({ detail }) => detail)).toEqual([
    `Cataract Connect: refunded £29.98, declared on ${lastDay} (subscription ${one.id})`,
  ]);
});

it('a day of declaration is none to come, none before the contract, and nothing that is no day', async () => {
  const one = await holder(server, 'portfolio', 'yearly');
  const [began, soon, before] = [dayIn(0), dayIn(1), dayIn(-1)];
  const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(began));
  const refused: [string, string][] = [
    [soon, 'This day is still to come.'],
    [before, `This subscription began on ${long}. Enter that day or a later one.`],
    ['soon', 'Enter a day'],
  ];
  for (const [day, error] of refused) {
    const answer = await withdrawFor(one.id, day);
    expect([answer.status, answer.body.error]).toEqual([422, error]);
  }
  expect((await one.held()).status).toBe('trial');
  // The holder's own call is of today, whatever it says.
  await advanceDays(server, 16);
  const own = await one.client.post(`/user/subscriptions/${one.id}/withdraw`, {
    declared_on: began,
  });
  expect(own.status).not.toBe(200);
  expect((await withdrawFor(one.id, began)).status).toBe(200);
  expect((await one.held()).status).toBe('cancelled');
});

it('product B472: what was declared in time is paid back also where support has ended it since', async () => {
  const one = await payer(server, 'cataract', 'monthly', 8);
  const declaredOn = dayIn(0);
  const { stripe } = server.services;
  const [held] = (await stripe.subscriptions.list({ customer: one.customer })).data;
  await advanceDays(server, 2);
  await stripe.subscriptions.cancel(held?.id ?? '');
  await advanceDays(server, 30);
  expect((await one.held()).status).toBe('cancelled');
  for (const answer of [await withdrawFor(one.id), await one.withdraw()]) {
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'This subscription has already ended.',
    ]);
  }
  expect((await withdrawFor(one.id, dayIn(0))).status).toBe(409);
  const isOffered = async () => {
    const { body } = await admin.get(`/admin/users/${one.user.id}/history`);
    return body.data.subscriptions[0].withdraw_declarable;
  };
  expect(await isOffered()).toBe(true);
  const answer = await withdrawFor(one.id, declaredOn);
  expect([answer.status, answer.body.refund]).toEqual([200, { amount: 14.99 }]);
  await server.settled();
  expect([await one.refunds(), (await one.payments())[0].status]).toEqual([1_499, 'refunded']);
  expect(await isOffered()).toBe(false);
  const mails = (await mailsTo(server, one.user.email)).map(({ subject }) => subject);
  expect(mails.filter((subject) => /^Withdrawal|has ended$/.test(subject))).toEqual([
    'Your Cataract Connect subscription has ended',
    'Withdrawal confirmed, £14.99 refunded',
  ]);
  // Said again, nothing more goes back.
  expect((await withdrawFor(one.id, declaredOn)).body.refund).toEqual({ amount: 14.99 });
  expect(await one.refunds()).toBe(1_499);
});

it('product B472: what the combined offer has taken over is paid back, and the credit it left is taken', async () => {
  const { client, refunds, credit } = await payer(server, 'portfolio', 'monthly', 31);
  await subscribe(client, 'cataract', 'monthly');
  await advanceDays(server, 8);
  await change(server, client, choice('combined', 'yearly'));
  const left = await credit();
  expect(left).toBeGreaterThan(1_300);
  const { subscriptions } = (await client.get('/user/subscriptions')).body;
  const over = subscriptions.find(
    ({ product_name }: { product_name: string }) => product_name === 'Cataract Connect',
  );
  expect([over.status, over.withdraw_until]).toEqual(['cancelled', null]);
  const { status, body } = await withdrawFor(over.id, dayIn(0));
  expect([status, body.refund]).toEqual([200, { amount: 14.99 }]);
  await server.settled();
  expect([await refunds(), await credit()]).toEqual([1_499, 0]);
});
