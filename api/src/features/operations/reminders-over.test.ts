import { formatLongDate } from 'contract/format';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, outgoingEmails } from '../../db/schema.ts';
import { type TemplateName, templateOf } from '../../emails/templates.ts';
import type { Client } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
  admin = await server.admin();
});
afterAll(() => server.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const charge = { charged: 1499, credit: null };
const card = { brand: 'visa', last4: '4242', expMonth: 9, expYear: 2027 };
const sale = { firstName: 'Ada', product: 'Cataract Connect', cycle: 'monthly', amount: 1499 };

/** What each reminder says that tells of a moment. */
const reminders = (at: string): [template: string, content: object][] => [
  ['renewal-reminder', { ...sale, ...charge, card, renewsAt: at, amountBefore: null }],
  ['trial-ending', { ...sale, ...charge, card, trialEnd: at }],
  ['first-charge', { ...sale, ...charge, card, trialEnd: at }],
  [
    'card-expiring',
    { firstName: 'Ada', product: 'Cataract Connect', chargedAt: at, charged: 1, card },
  ],
];

/** A mail that was tried for a day in vain; answers its job. */
async function givenUp(cause: string, template: string, content: object): Promise<string> {
  const { db } = server.services;
  const stored = templateOf(template as TemplateName).stored.write(content as never);
  await db
    .insert(outgoingEmails)
    .values({ cause, template, recipient: 'ada@hospital.test', content: stored });
  const { rows } = await db.execute<{ id: string }>(sql`insert into pgboss.job
    (name, data, state, completed_on, output, retry_limit) values ('send-email',
    ${JSON.stringify({ version: 1, cause })}::jsonb, 'failed', now(), '{"message":"no answer"}', 39)
    returning id`);
  return rows[0]?.id ?? '';
}

const failures = async () => (await admin.get('/admin/failures')).body;
const sentTo = async () =>
  (await arrived(mailbox, 'ada@hospital.test')).map(({ subject }) => subject);

it('a reminder of what is over is not sent by another try, but taken off the list, and says so', async () => {
  const { db } = server.services;
  const at = inDays(-2);
  const day = formatLongDate(at);
  for (const [template, content] of reminders(at)) {
    const id = await givenUp(`${template}:over`, template, content);
    expect((await failures()).count).toBe(1);
    const answer = await admin.post(`/admin/jobs/${id}/retry`);
    expect(answer, template).toMatchObject({
      status: 200,
      body: { message: `Not sent: it tells of ${day}, which is over`, dropped: 1 },
    });
    expect(await failures()).toMatchObject({ count: 0, jobs: [] });
    expect((await admin.post(`/admin/jobs/${id}/retry`)).status).toBe(404);
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.target, id));
    expect(entry?.action).toBe('job.dropped');
    // What was to be sent is forgotten, and that it was written is not, so that it is not written anew.
    const [mail] = await db
      .select()
      .from(outgoingEmails)
      .where(eq(outgoingEmails.cause, `${template}:over`));
    expect(mail).toMatchObject({ content: {}, recipient: '', sentAt: null });
  }
  expect(await sentTo()).toEqual([]);
});

it('of all that gave up those are tried again that tell of what is to come, and the others are counted', async () => {
  for (const [kind, template, content] of [
    ...reminders(inDays(2)).map((mail) => ['to-come', ...mail] as const),
    ...reminders(inDays(-1)).map((mail) => ['gone', ...mail] as const),
    ['other', 'trial-refused', { firstName: 'Ada', product: 'Cataract Connect' }] as const,
  ]) {
    await givenUp(`${template}:${kind}`, template, content);
  }
  const { body } = await admin.post('/admin/jobs/retry');
  const message = 'Jobs queued again. 4 reminders of days that are over were dropped';
  expect(body).toMatchObject({ message, dropped: 4 });
  await expect.poll(sentTo, { timeout: 20_000 }).toHaveLength(5);
  expect(await failures()).toMatchObject({ count: 0 });
  const entries = await server.services.db.select().from(auditLog);
  const acts = entries.map(({ action, target }) => `${action} ${target}`);
  expect(acts).toEqual(expect.arrayContaining(['job.retried all 5', 'job.dropped all 4']));
  await givenUp('card-expiring:last', ...(reminders(inDays(-1))[3] as [string, object]));
  const last = (await admin.post('/admin/jobs/retry')).body;
  expect(last).toMatchObject({
    message: '1 reminder of a day that is over was dropped',
    dropped: 1,
  });
});
