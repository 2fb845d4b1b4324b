import { after, before, retention } from 'contract/retention';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, outgoingEmails, stripeCustomers, users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';
import { clearAway } from './clearing.ts';
import { endInactive } from './inactive.ts';
import { dailyPasses, keepRetention } from './service.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const now = new Date();
const inDays = (count: number) => after(now, { count, unit: 'day' });

/** Somebody who last signed in so many days before the five years are over. */
async function unused(daysLeft: number, parts: Parameters<typeof person>[0] = {}) {
  const made = await server.client.newUser(parts);
  const lastLoginAt = before(inDays(daysLeft), retention.inactiveAccount);
  await server.services.db.update(users).set({ lastLoginAt }).where(eq(users.id, made.user.id));
  return made;
}

const rowOf = async (id: string) => {
  const [row] = await server.services.db.select().from(users).where(eq(users.id, id));
  return row as NonNullable<typeof row>;
};
const mailsTo = async (id: string) =>
  (
    await server.services.db
      .select()
      .from(outgoingEmails)
      .where(sql`${outgoingEmails.cause} like ${`account-%:${id}%`}`)
  ).map(({ cause }) => cause.split(':').at(cause.startsWith('account-deleted') ? 0 : -1));
/**
 * The job as it runs so many days from now; what it sends is sent then, and before it clears away: by its own
 * date, which is today's, it would be cleared away with what is old.
 */
async function run(days: number): Promise<void> {
  const { db } = server.services;
  const { inactive, clearing } = dailyPasses(inDays(days));
  await endInactive(server.services, inactive);
  const waiting = () => db.$count(outgoingEmails, isNull(outgoingEmails.sentAt));
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
  const justSent = gt(outgoingEmails.sentAt, before(now, { count: 1, unit: 'hour' }));
  const isOfToday = lt(outgoingEmails.sentAt, after(now, { count: 1, unit: 'hour' }));
  await db
    .update(outgoingEmails)
    .set({ sentAt: inDays(days) })
    .where(and(justSent, isOfToday));
  await clearAway(db, 'day', clearing);
}

it('an account that nobody uses is announced to end 60 and 14 days ahead, once each, and ends', async () => {
  const { user } = await unused(59.9);
  const { user: used } = await unused(62);
  await run(0);
  await run(0);
  expect(await mailsTo(user.id)).toEqual(['first']);
  expect(await mailsTo(used.id)).toEqual([]);
  const mail = await untilMail(mailbox, user.email, 'Your account will be deleted on');
  expect(mail.text).toContain('To keep it, log in once before that day.');
  await run(45);
  expect(await mailsTo(user.id)).toEqual(['first']);
  await run(46.5);
  await run(47);
  expect((await mailsTo(user.id)).toSorted()).toEqual(['first', 'last']);
  await run(59);
  expect((await rowOf(user.id)).deletedAt).toBeNull();
  const { db } = server.services;
  const refusals = [user, used].map(({ email }) => `550 no such user ${email.toUpperCase()}`);
  await db.execute(sql`insert into pgboss.job (name, state, completed_on, output)
    select 'send-email', 'failed', now(), jsonb_build_object('message', refusal)
    from unnest(${sql.param(refusals)}::text[]) as refusal`);
  await run(60.6);
  const kept = await db.execute(sql`select output->>'message' as refusal from pgboss.job
    where output->>'message' = any(${sql.param(refusals)})`);
  expect(kept.rows).toEqual([{ refusal: refusals[1] }]);
  expect(await rowOf(user.id)).toMatchObject({ firstName: 'Deleted', isActive: false });
  const told = await untilMail(mailbox, user.email, 'Your account was deleted');
  expect(told.text).toContain('nobody had logged in to it for five years');
  const entries = await db.select().from(auditLog).where(eq(auditLog.target, user.id));
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'user.deleted', actorId: null, address: 'daily job' }),
  );
  await run(61);
  expect(await arrived(mailbox, user.email)).toHaveLength(3);
});

it('a mail that goes out within the hour leaves the day as it was announced', async () => {
  const { user } = await unused(59.9);
  await run(0);
  expect(await mailsTo(user.id)).toEqual(['first']);
  const told = after(now, retention.firstInactivityNotice).getTime();
  expect((await rowOf(user.id)).deletionDueAt).toEqual(new Date(told + 3_600_000));
});

it('a sign-in stops it, and the next time all begins anew', async () => {
  const someone = person();
  const { user } = await unused(3, someone);
  await run(0);
  expect((await rowOf(user.id)).deletionDueAt).not.toBeNull();
  await server.client.logIn(someone.email, someone.password);
  const row = await rowOf(user.id);
  expect(row.deletionDueAt).toBeNull();
  expect(Math.abs(row.lastLoginAt.getTime() - Date.now())).toBeLessThan(60_000);
  await run(70);
  await run(90);
  expect((await rowOf(user.id)).deletedAt).toBeNull();
  expect(await mailsTo(user.id)).toEqual(['first']);
  const later = after(now, retention.inactiveAccount).getTime();
  await keepRetention(server.services, new Date(later - 20 * 86_400_000));
  // Beside the word of the log-in from a device that was not known.
  const announced = async () =>
    (await arrived(mailbox, user.email)).filter(({ subject }) =>
      subject.startsWith('Your account will be deleted on'),
    ).length;
  await expect.poll(announced, { timeout: 15_000 }).toBe(2);
});

it('whoever was told late has the whole notice', async () => {
  const { user } = await unused(-400);
  await run(0);
  await run(30);
  expect((await rowOf(user.id)).deletedAt).toBeNull();
  // The job stood still: the last mail goes late, and two weeks follow it.
  await run(80);
  await run(93);
  expect((await rowOf(user.id)).deletedAt).toBeNull();
  await run(95);
  expect((await rowOf(user.id)).deletedAt).not.toBeNull();
});

it('product O266: who holds a subscription or has credit, and the only admin, stay', async () => {
  const { db } = server.services;
  const holder = await unused(-10);
  await subscribe(holder.client, 'cataract', 'monthly');
  const admin = await unused(-10);
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.user.id));
  const credited = await unused(-10);
  await db
    .insert(stripeCustomers)
    .values({ id: 'cus_credited', userId: credited.user.id, balance: -338 });
  for (const days of [0, 50, 70, 90]) await run(days);
  for (const { user } of [holder, admin, credited]) {
    expect(await mailsTo(user.id)).toEqual([]);
    expect((await rowOf(user.id)).deletedAt).toBeNull();
  }
});

it('signing in often writes the time once a day', async () => {
  const someone = person();
  const { user } = await unused(400, someone);
  await server.client.logIn(someone.email, someone.password);
  const first = await rowOf(user.id);
  await Promise.all(
    Array.from({ length: 4 }, () => server.client.logIn(someone.email, someone.password)),
  );
  expect(await rowOf(user.id)).toEqual(first);
});

it('an account whose day was taken back is announced anew by mails of their own, and ends no sooner', async () => {
  const { db } = server.services;
  const { user } = await unused(59.9);
  await run(0);
  await run(46.5);
  expect((await mailsTo(user.id)).toSorted()).toEqual(['first', 'last']);
  const customer = { id: 'cus_for_a_while', userId: user.id };
  await db.insert(stripeCustomers).values({ ...customer, balance: -500 });
  await run(61);
  expect(await rowOf(user.id)).toMatchObject({ deletedAt: null, deletionDueAt: null });
  await db.update(stripeCustomers).set({ balance: 0 }).where(eq(stripeCustomers.id, customer.id));
  await run(62);
  await run(63);
  expect((await mailsTo(user.id)).toSorted()).toEqual(['first', 'first', 'last']);
  await run(109);
  expect((await mailsTo(user.id)).toSorted()).toEqual(['first', 'first', 'last', 'last']);
  expect(await arrived(mailbox, user.email)).toHaveLength(4);
  await run(121);
  expect((await rowOf(user.id)).deletedAt).toBeNull();
  await run(124);
  expect((await rowOf(user.id)).deletedAt).not.toBeNull();
});

it('one that an earlier release has announced is told of its end once more, and ends', async () => {
  const { db } = server.services;
  const { user } = await unused(10);
  await db
    .update(users)
    .set({ deletionDueAt: inDays(10) })
    .where(eq(users.id, user.id));
  await run(0);
  await run(1);
  expect(await mailsTo(user.id)).toEqual(['last']);
  await run(13);
  expect((await rowOf(user.id)).deletedAt).toBeNull();
  await run(15);
  expect((await rowOf(user.id)).deletedAt).not.toBeNull();
});
