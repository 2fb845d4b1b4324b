import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
  admin = await server.admin();
});
afterAll(() => server.close());

const failures = async () => (await admin.get('/admin/failures')).body;

/** Leaves a mail in the queue that is tried once and cannot be read. */
async function failingMail(cause: string): Promise<void> {
  const { db, jobs } = server.services;
  await db.execute(sql`insert into outgoing_emails (cause, template, recipient, content, created_at)
    values (${cause}, 'none', 'ada@hospital.test', '{}', now())`);
  await db.execute(sql`insert into pgboss.job (name, data, retry_limit, dead_letter)
    values ('send-email', ${JSON.stringify({ version: 1, cause })}::jsonb, 0, '__given-up')`);
  jobs.wake(['send-email']);
  await expect
    .poll(
      async () => (await failures()).jobs.some(({ about }: { about: string }) => about === cause),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);
}

/** What mends it: the mail is of a kind that can be written. */
const mend = () =>
  server.services.db.execute(sql`update outgoing_emails set template = 'password-changed',
    content = '{"version":1,"firstName":"Ada"}' where sent_at is null`);

it('a job that gave up is an error in the log, and is listed until it is done', async () => {
  await failingMail('password-changed:one');
  expect(await failures()).toMatchObject({
    count: 1,
    jobs: [{ name: 'send-email', about: 'password-changed:one', tries: 1 }],
  });
  const { id, error, failed_at } = (await failures()).jobs[0];
  expect(error).not.toBe('');
  expect(Math.abs(Date.parse(failed_at) - Date.now())).toBeLessThan(60_000);
  const givenUp = () => server.logged.filter((text) => text.includes('job failed for the last'));
  await expect.poll(givenUp, { timeout: 20_000 }).toHaveLength(1);
  const [line = ''] = givenUp();
  expect(JSON.parse(line)).toMatchObject({ level: 50, job: 'send-email', id });
  expect(line).not.toContain('ada@');

  // Tried again in vain it is listed again, however old it is.
  const { db } = server.services;
  await db.execute(
    sql`update pgboss.job set keep_until = now() - interval '1 day' where id = ${id}`,
  );
  expect((await admin.post(`/admin/jobs/${id}/retry`)).body.message).toBe('Job queued again');
  const tries = async () => (await failures()).jobs.map(({ tries }: { tries: number }) => tries);
  await expect.poll(tries, { timeout: 20_000 }).toEqual([2]);
  await expect.poll(givenUp, { timeout: 20_000 }).toHaveLength(2);
  const kept = sql`select keep_until > now() + interval '13 days' as long from pgboss.job where id = ${id}`;
  expect((await db.execute(kept)).rows).toEqual([{ long: true }]);

  await failingMail('password-changed:other');
  await mend();
  expect((await admin.post('/admin/jobs/retry')).body.message).toBe('Jobs queued again');
  await expect
    .poll(async () => (await arrived(mailbox, 'ada@hospital.test')).length, { timeout: 20_000 })
    .toBe(2);
  await expect.poll(failures, { timeout: 20_000 }).toMatchObject({ count: 0, jobs: [] });
  expect((await admin.post(`/admin/jobs/${id}/retry`)).status).toBe(404);
});

it('one that will be tried again is a warning', async () => {
  const { db, jobs } = server.services;
  await db.execute(sql`insert into pgboss.job (name, data, retry_limit, retry_delay)
    values ('sync-customer', '{}', 1, 3600)`);
  jobs.wake(['sync-customer']);
  const line = () => server.logged.find((text) => text.includes('job failed, will be retried'));
  await expect.poll(line, { timeout: 20_000 }).toMatch(/"level":40/);
  expect((await failures()).count).toBe(0);
});

it('a job that failed for a query keeps its words and none of its values', async () => {
  const { db, jobs } = server.services;
  await db.execute('alter table outgoing_emails rename to mails_elsewhere');
  await db.execute(sql`insert into pgboss.job (name, data, retry_limit)
    values ('send-email', '{"version":1,"cause":"secret-cause"}', 0)`);
  jobs.wake(['send-email']);
  const kept = async () =>
    (
      await db.execute<{ output: unknown }>(
        sql`select output from pgboss.job where state = 'failed' and data->>'cause' = 'secret-cause'`,
      )
    ).rows.map(({ output }) => JSON.stringify(output));
  await expect.poll(kept, { timeout: 20_000 }).toHaveLength(1);
  await db.execute('alter table mails_elsewhere rename to outgoing_emails');
  const [output] = await kept();
  expect(output).toContain('Failed query: select');
  expect(output).not.toContain('secret-cause');
});
