import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { outgoingEmails, passwordResets } from '../db/schema.ts';
import { jobHandlers } from '../jobs/handlers.ts';
import { createJobs } from '../jobs/jobs.ts';
import { startServerWithMoodySmtp } from '../testing/mailbox.ts';
import type { TestServer } from '../testing/server.ts';
import { type MoodySmtp, readable } from '../testing/smtp.ts';
import { createMails } from './mails.ts';
import { sendingLimitMs } from './sending-limit.ts';

let server: TestServer;
let smtp: MoodySmtp;
beforeAll(async () => {
  ({ server, smtp } = await startServerWithMoodySmtp());
});
afterAll(() => server.close());
beforeEach(() => {
  smtp.mood = 'up';
  smtp.received.length = 0;
  smtp.turnedAway = 0;
});

/** But for the links to confirm an e-mail, which are queued in another way. */
const mailsTo = (email: string) =>
  smtp.received.filter(
    ({ to, messageId }) => to === email && !messageId?.startsWith('<email-verification'),
  );
const welcomes = async () => {
  const all = await server.services.db.select().from(outgoingEmails);
  return all.filter(({ sentAt }) => sentAt === null).length;
};

it('a mail waits while SMTP is down and is sent once when it is back', async () => {
  smtp.mood = 'down';
  const { user } = await server.client.signUp();
  await expect.poll(() => smtp.turnedAway, { timeout: 15_000 }).toBeGreaterThan(0);
  smtp.mood = 'up';
  await expect.poll(() => mailsTo(user.email), { timeout: 25_000 }).toHaveLength(1);
  await expect.poll(welcomes).toBe(0);
  expect(mailsTo(user.email)).toHaveLength(1);
});

it('mails are tried for a day, and not only today', async () => {
  const { rows } = (await server.services.db.execute(
    sql`select name, retry_limit, retry_delay, retry_delay_max from pgboss.queue
        where name in ('send-email', 'send-reset-link', 'send-verification')`,
  )) as unknown as { rows: Record<string, number>[] };
  expect(rows).toHaveLength(3);
  for (const { retry_limit = 0, retry_delay = 0, retry_delay_max = 0 } of rows) {
    // Each pause is at least half of its doubling, and at most the longest.
    const pauses = Array.from({ length: retry_limit }, (_, n) =>
      Math.min((retry_delay * 2 ** n) / 2, retry_delay_max),
    );
    expect(pauses.reduce((a, b) => a + b)).toBeGreaterThan(24 * 3_600);
  }
});

it('a mail server that is slow in each answer has less time in all than the job, and is hung up on', async () => {
  const { env, db, jobs } = server.services;
  const settings = { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, siteUrl: env.APP_URL };
  const mail = {
    template: 'welcome',
    to: 'slow@queue.test',
    content: { firstName: 'Ada' },
  } as const;
  Object.assign(smtp, { mood: 'slow', slowMs: 400 });
  // Six answers, each of them in time, are 2.4 seconds in all.
  const short = createMails(db, jobs, { ...settings, limitMs: 500 });
  const began = performance.now();
  await expect(short.sendSecret({ ...mail, cause: 'slow:short' })).rejects.toThrow(
    /abort|timeout/i,
  );
  expect(performance.now() - began).toBeLessThan(2_000);
  await expect.poll(() => smtp.connections).toBe(0);
  expect(mailsTo('slow@queue.test')).toEqual([]);
  await createMails(db, jobs, settings).sendSecret({ ...mail, cause: 'slow:long' });
  expect(mailsTo('slow@queue.test')).toHaveLength(1);

  const { rows } = await db.execute<{ name: string; expire: number; heartbeat: number | null }>(
    sql`select name, expire_seconds as expire, heartbeat_seconds as heartbeat from pgboss.queue
        where name like 'send-%' or name = 'copy-data' order by name`,
  );
  expect(rows).toHaveLength(6);
  for (const { expire, heartbeat } of rows) {
    expect(expire * 1_000).toBeGreaterThanOrEqual(sendingLimitMs + 60_000);
    // The job of a process that was killed is free again after a minute all the same.
    expect(heartbeat).toBe(60);
  }
});

it('two processes at work send each mail once', async () => {
  const { database, services } = server;
  const others = await createJobs(database, services.log);
  await others.work(jobHandlers(services));
  try {
    const people = await Promise.all(Array.from({ length: 20 }, () => server.client.signUp()));
    await expect.poll(welcomes, { timeout: 25_000 }).toBe(0);
    for (const { user } of people) expect(mailsTo(user.email)).toHaveLength(1);
    const kept = await services.db.select().from(outgoingEmails);
    expect(kept.map(({ content }) => content)).toEqual(kept.map(() => ({})));
  } finally {
    await others.stop();
  }
});

it('a mail whose sending was not noted goes out again as the same message', async () => {
  const { db, mails } = server.services;
  const { user } = await server.client.signUp();
  const cause = `welcome:${user.id}`;
  await expect.poll(welcomes, { timeout: 15_000 }).toBe(0);
  // As if the process had died between the server's acceptance and our note of it.
  const content = { firstName: user.first_name };
  await db
    .update(outgoingEmails)
    .set({ sentAt: null, content })
    .where(eq(outgoingEmails.cause, cause));
  await mails.send(cause);
  const [first, again] = mailsTo(user.email);
  expect(again?.messageId).toBe(first?.messageId);
  expect(again?.messageId).toMatch(/^<.+@.+>$/);
  await mails.send(cause);
  expect(mailsTo(user.email)).toHaveLength(2);
});

it('a mail that was queued by an earlier release is sent, and one that lacks a field is not', async () => {
  const { db, mails } = server.services;
  const queued = (cause: string, content: object) =>
    db
      .insert(outgoingEmails)
      .values({ cause, template: 'welcome', recipient: 'old@queue.test', content });
  await queued('welcome:before-versions', { firstName: 'Ada' });
  await mails.send('welcome:before-versions');
  expect(mailsTo('old@queue.test')).toHaveLength(1);
  await queued('welcome:broken', {});
  await expect(mails.send('welcome:broken')).rejects.toThrow(/the mail welcome:broken.*firstName/s);
  await queued('welcome:newer', { version: 2, firstName: 'Ada' });
  await expect(mails.send('welcome:newer')).rejects.toThrow('of version 2');
  expect(mailsTo('old@queue.test')).toHaveLength(1);
  await db.delete(outgoingEmails).where(eq(outgoingEmails.recipient, 'old@queue.test'));
});

it('a job that an earlier release queued is done, and one that cannot be read says so in the log', async () => {
  const { db } = server.services;
  const { user } = await server.client.newUser();
  const queued = (data: object) =>
    db.execute(
      sql`insert into pgboss.job (name, data) values ('send-reset-link', ${JSON.stringify(data)}::jsonb)`,
    );
  await queued({ email: user.email, asking: 'before-versions' });
  await queued({ asking: 'to nobody' });
  const resets = () => mailsTo(user.email).map(({ messageId }) => messageId);
  await expect
    .poll(resets, { timeout: 25_000 })
    .toContainEqual(expect.stringContaining('password-reset.before-versions@'));
  await expect
    .poll(() => server.logged.join(''), { timeout: 25_000 })
    .toContain('The data of the job send-reset-link, version 1, cannot be read');
  await db.execute(sql`delete from pgboss.job where name = 'send-reset-link'`);
});

it('the key of a reset link is in no table and no log, neither before nor after it is sent', async () => {
  const { db } = server.services;
  const { user } = await server.client.signUp();
  await expect.poll(welcomes, { timeout: 15_000 }).toBe(0);
  const everything = async () =>
    JSON.stringify([
      await db.select().from(passwordResets),
      await db.select().from(outgoingEmails),
      await db.execute(sql`select * from pgboss.job`),
    ]);
  const keysIn = (text: string) => [...text.matchAll(/resetKey=(?:3D)?([\w-]{43})/g)];

  smtp.mood = 'silent';
  await server.client.post('/reset-password', { email: user.email });
  const resetMails = () => mailsTo(user.email).filter(({ raw }) => /reset-password/.test(raw));
  await expect.poll(resetMails, { timeout: 15_000 }).toHaveLength(1);
  const key = keysIn(readable(resetMails()[0]?.raw ?? ''))[0]?.[1] ?? '';
  expect(key).toHaveLength(43);
  expect(await everything()).not.toContain(key);
  smtp.mood = 'up';
  const update = await server.client.post('/update-password', {
    resetToken: key,
    newPassword: 'Cornea-2026!',
  });
  expect(update.status).toBe(200);
  expect(await everything()).not.toContain(key);
  expect(server.logged.join('\n')).not.toContain(key);
});
