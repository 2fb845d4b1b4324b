import { before, millisecondsOf, type Period, retention } from 'contract/retention';
import { eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keeping } from '../../db/retention.ts';
import {
  agreements,
  auditLog,
  outgoingEmails,
  pastRevenue,
  payments,
  stripeCustomers,
  stripeEvents,
  subscriptions,
} from '../../db/schema.ts';
import { jobHandlers } from '../../jobs/handlers.ts';
import { choice } from '../../testing/choice.ts';
import type { Client } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { advanceDays, customerOf, subscribe } from '../../testing/subscriber.ts';
import { fold } from '../tallies/service.ts';
import { keepRetention } from './service.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const day = 86_400_000;
const inYears = (years: number) => new Date(Date.now() + years * 366 * day);
/** The moment so many days before a period has passed, or after it for a negative number. */
const within = (period: Period, days: number) =>
  new Date(before(new Date(), period).getTime() + days * day);

it('every table of the database has a period, or a reason why it stays', async () => {
  const { rows } = await server.services.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const kept = Object.keys(keeping).map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
  for (const how of Object.values(keeping)) {
    if ('stays' in how) expect(how.stays).not.toBe('');
    else if ('rules' in how) expect(how.rules.length).toBeGreaterThan(0);
    else expect(how.by).not.toBe('');
  }
});

it('what is older than its period goes, and what is younger stays', async () => {
  const { db } = server.services;
  const entry = (action: string, at: Date) => ({ id: uuid(), action, at, address: '192.0.2.1' });
  const mail = (cause: string, sentAt: Date | null, createdAt = new Date(0)) => ({
    ...{ cause, sentAt, template: 'welcome', recipient: 'a@hospital.test', content: {}, createdAt },
  });
  const event = (id: string, processedAt: Date | null) => ({
    ...{ id, processedAt, type: 'invoice.paid', createdAt: new Date(0), receivedAt: new Date(0) },
  });
  await db
    .insert(auditLog)
    .values([
      entry('login.succeeded', within(retention.signIns, -2)),
      entry('login.refused', within(retention.signIns, 2)),
      entry('user.changed', within(retention.auditLog, 2)),
      entry('user.promoted', within(retention.auditLog, -2)),
    ]);
  await db.insert(outgoingEmails).values([
    mail('old', within(retention.sentMails, -1)),
    mail('new', within(retention.sentMails, 1)),
    mail('in vain', null, within(retention.sentMails, -1)),
    mail('waits', null, within(retention.sentMails, 1)),
    // That it has not gone out is what keeps an account, a price, a text.
    ...['account-inactive', 'legal-changed', 'price-changing'].map((template) => ({
      ...mail(template, null),
      template,
    })),
  ]);
  await db
    .insert(stripeEvents)
    .values([
      event('old', within(retention.stripeEvents, -1)),
      event('new', within(retention.stripeEvents, 1)),
      event('open', null),
    ]);

  await jobHandlers(server.services)['keep-retention']({});

  const log = await db.select().from(auditLog).where(eq(auditLog.address, '192.0.2.1'));
  expect(log.map(({ action }) => action).toSorted()).toEqual(['login.refused', 'user.changed']);
  const mails = await db.select().from(outgoingEmails);
  expect(mails.map(({ cause }) => cause).toSorted()).toEqual([
    ...['account-inactive', 'legal-changed', 'new', 'price-changing', 'waits'],
  ]);
  const mine = inArray(stripeEvents.id, ['old', 'new', 'open']);
  // The sandbox has sent others; one that stays open would be waited for.
  const events = await db.delete(stripeEvents).where(mine).returning();
  expect(events.map(({ id }) => id).toSorted()).toEqual(['new', 'open']);

  const { run } = (await admin.get('/admin/retention')).body;
  expect(run).toMatchObject({
    is_partial: false,
    counts: { auditLog: 2, outgoingEmails: 2, stripeEvents: 1, payments: 0 },
  });
});

it('the audit log loses nothing by any other way', async () => {
  const { db } = server.services;
  const refused = async (statement: string) =>
    expect(
      await db.execute(sql.raw(statement)).then(
        () => 'done',
        (error: Error) => String(error.cause),
      ),
    ).toContain('the audit log can only be added to');
  await refused('delete from audit_log');
  await refused("update audit_log set address = ''");
  await refused('truncate audit_log');
  await db.execute(sql`select purge_audit_entries('-infinity', '1970-01-01', 5, null)`);
  await refused('delete from audit_log');
});

it('finished jobs are kept for their period', async () => {
  const { rows } = await server.services.db.execute<{ kept: number }>(
    sql`select distinct deletion_seconds as kept from pgboss.queue where name not like '\\_\\_%'`,
  );
  expect(rows).toEqual([{ kept: millisecondsOf(retention.finishedJobs) / 1000 }]);
});

/** Somebody with a payment, whose account is deleted. */
async function deletedPayer(last_name: string) {
  const made = await server.client.newUser({ last_name });
  await subscribe(made.client, 'portfolio', 'yearly');
  await advanceDays(server, 31);
  const customerId = await customerOf(server, made.user.id);
  await admin.delete(`/admin/users/${made.user.id}`);
  await server.settled();
  return { ...made, customerId };
}

describe('payments', () => {
  const of = (userId: string) => eq(payments.userId, userId);

  it('of a deleted user go after six years, and the revenue of the past stays', async () => {
    const { db } = server.services;
    const { user, customerId } = await deletedPayer('Quayle');
    const { user: living, client } = await server.client.newUser();
    await subscribe(client, 'cataract', 'yearly');
    await advanceDays(server, 31);
    const figures = async () => {
      await fold(db);
      const { total_revenue, months } = (await admin.get('/admin/dashboard-stats')).body.data;
      return { total: total_revenue.amount, months };
    };
    const atFirst = await figures();
    const listed = async () => (await admin.get('/admin/payments')).body;
    const { count, stats } = await listed();

    await keepRetention(server.services, inYears(5));
    expect(await db.$count(payments, of(user.id))).toBe(1);
    await keepRetention(server.services, inYears(6.3));
    expect(await db.$count(payments, of(user.id))).toBe(0);
    const subscribed = () => db.$count(subscriptions, eq(subscriptions.userId, user.id));
    expect(await subscribed()).toBe(0);
    expect(await db.$count(payments, of(living.id))).toBe(1);

    expect((await figures()).total).toBe(atFirst.total);
    const [past] = await db.select().from(pastRevenue);
    expect(past).toMatchObject({ count: 1, amount: 25_000, refunded: 0 });
    // The list and its figures are of the rows that are there.
    await fold(db);
    expect((await listed()).count).toBe(count - 1);
    expect((await listed()).stats.successAmount).toBe(stats.successAmount - 250);

    // A sync that comes later, and one that was lost, bring nothing back.
    await jobHandlers(server.services)['forget-customer']({ customerId });
    expect([await db.$count(payments, of(user.id)), await subscribed()]).toEqual([0, 0]);
    expect((await figures()).total).toBe(atFirst.total);
    const [customer] = await db
      .select()
      .from(stripeCustomers)
      .where(eq(stripeCustomers.userId, user.id));
    expect(customer?.purgedUntil).not.toBeNull();
  });

  it('of whom a few are cleared at a time all go, once', async () => {
    const { db } = server.services;
    const { user } = await deletedPayer('Many');
    const [row] = await db.select().from(payments).where(of(user.id));
    if (!row) throw new Error('no payment');
    const more = Array.from({ length: 230 }, (_, n) => ({
      ...row,
      id: uuid(),
      stripeInvoiceId: `in_many_${n}`,
      status: n % 10 === 0 ? ('failed' as const) : ('success' as const),
    }));
    await db.insert(payments).values(more);
    const sum = async () =>
      (await db.select().from(pastRevenue)).reduce((total, { count }) => total + count, 0);
    const atFirst = await sum();
    await keepRetention(server.services, inYears(6.3));
    expect(await db.$count(payments, of(user.id))).toBe(0);
    expect((await sum()) - atFirst).toBe(1 + 230 - 23);
  });
});

it('what was told once is not told again when the record of the mail has gone', async () => {
  const { db } = server.services;
  const { user, client } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  await advanceDays(server, 31);
  const receipts = () =>
    db.$count(
      outgoingEmails,
      sql`${outgoingEmails.cause} like 'payment-receipt:%' and ${outgoingEmails.recipient} = ${user.email}`,
    );
  expect(await receipts()).toBe(1);
  await db.delete(outgoingEmails);
  // As after a part of it was given back.
  await db.update(payments).set({ refunded: 1 }).where(eq(payments.userId, user.id));
  const customerId = await customerOf(server, user.id);
  await jobHandlers(server.services)['sync-customer']({ customerId });
  expect(await receipts()).toBe(0);
  const [row] = await db.select().from(payments).where(eq(payments.userId, user.id));
  expect(row?.refunded).toBe(0);
});

it('agreements of a deleted user go six years later and after the subscription, and choices that nothing came of after 30 days', async () => {
  const { db } = server.services;
  const of = (userId: string) => eq(agreements.userId, userId);
  const { user, client } = await server.client.signUp();
  const { user: gone } = await deletedPayer('Agreed');
  await client.post('/subscriptions/checkout', choice('cataract', 'yearly'));
  const agreedAt = new Date(Date.now() + 2 * day - millisecondsOf(retention.choices));
  await db.update(agreements).set({ agreedAt });
  await keepRetention(server.services, new Date());
  expect(await db.$count(agreements, of(user.id))).toBe(2);
  await keepRetention(server.services, new Date(Date.now() + 3 * day));
  const kept = await db.select().from(agreements).where(of(user.id));
  expect(kept.map(({ kind }) => kind)).toEqual(['account']);

  await db.update(agreements).set({ agreedAt: within(retention.agreements, -400) });
  await keepRetention(server.services, new Date());
  expect(await db.$count(agreements, of(gone.id))).toBe(1);
  await keepRetention(server.services, inYears(7));
  expect(await db.$count(agreements, of(gone.id))).toBe(0);
  expect(await db.$count(agreements, of(user.id))).toBe(1);
});
