import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, stripeEvents } from '../../../../db/schema.ts';
import type { Client } from '../../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';
import { resumeEvents } from './process-events.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** An event that was stored and whose job has given up. */
async function leftBehind(id: string, customerId: string | null, receivedAt: string) {
  await server.services.db.insert(stripeEvents).values({
    ...{ id, customerId, type: 'customer.subscription.updated' },
    createdAt: new Date('2026-01-01T10:00:00Z'),
    receivedAt: new Date(receivedAt),
  });
}

const listed = async (query = '') => (await admin.get(`/admin/events${query}`)).body;
const resend = (id: string) => admin.post(`/admin/events/${id}/resend`);

it('does again what was left undone, and is on record', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  await server.settled();
  const customerId = await customerOf(server, user.id);
  // The customer's end is never told: the event is lost but for our row of it.
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
  const { stripe } = server.services;
  for await (const one of stripe.subscriptions.list({ customer: customerId })) {
    await stripe.subscriptions.cancel(one.id);
  }
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
  await leftBehind('evt_lost', customerId, '2026-01-01T10:00:05Z');
  // Besides, a webhook of the purchase may be late.
  expect((await listed()).events[0]).toEqual({
    ...{ id: 'evt_lost', type: 'customer.subscription.updated', customer: customerId },
    created_at: '2026-01-01T10:00:00.000Z',
    received_at: '2026-01-01T10:00:05.000Z',
  });

  const reply = await resend('evt_lost');
  expect([reply.status, reply.body.message]).toEqual([200, 'Event queued again']);
  await server.settled();
  const [now] = (await client.get('/user/subscriptions')).body.subscriptions;
  expect(now.status).toBe('cancelled');
  const { db } = server.services;
  const entries = await db.select().from(auditLog).where(eq(auditLog.target, 'evt_lost'));
  expect(entries.map(({ action }) => action)).toEqual(['event.resent']);
  expect((await resend('evt_lost')).status).toBe(404);
});

it('one that waits for a job is due now, and is not given to another', async () => {
  const { db, jobs } = server.services;
  await leftBehind('evt_waiting', 'cus_of_nobody', '2026-01-01T10:00:00Z');
  await db.execute(sql`insert into pgboss.job (name, data, state, start_after) values ('sync-customer',
    '{"version":1,"customerId":"cus_of_nobody","eventId":"evt_waiting"}', 'retry', now() + interval '1 day')`);
  await resumeEvents({ db, jobs });
  const { rows } = await db.execute(sql`select start_after <= now() as due from pgboss.job
    where data->>'eventId' = 'evt_waiting'`);
  expect(rows).toEqual([{ due: true }]);
  await db.execute(sql`delete from pgboss.job where data->>'eventId' = 'evt_waiting'`);
  await db.delete(stripeEvents).where(eq(stripeEvents.id, 'evt_waiting'));
});

it('refuses an event that is unknown or concerns nobody', async () => {
  await leftBehind('evt_nobody', null, '2026-01-01T10:00:00Z');
  expect((await resend('evt_nobody')).status).toBe(404);
  expect((await resend('evt_unknown')).status).toBe(404);
  await server.services.db.delete(stripeEvents).where(eq(stripeEvents.id, 'evt_nobody'));
});

it('lists the oldest first, in pages, each once', async () => {
  const { db } = server.services;
  const ids = Array.from({ length: 7 }, (_, n) => `evt_page_${n}`);
  for (const id of ids.toReversed()) {
    // Three of them at the same moment.
    const second = Math.max(0, Number(id.at(-1)) - 2);
    await leftBehind(id, 'cus_of_nobody', `2026-01-01T10:00:0${second}Z`);
  }
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page = await listed(`?pageSize=2${next ? `&after=${next}` : ''}`);
    expect(page.count).toBe(7);
    seen.push(...page.events.map(({ id }: { id: string }) => id));
    next = page.next;
  } while (next);
  expect(seen).toEqual(ids);
  await db.delete(stripeEvents).where(eq(stripeEvents.customerId, 'cus_of_nobody'));
});
