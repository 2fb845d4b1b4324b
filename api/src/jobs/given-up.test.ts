import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobEnded } from '../telemetry/happenings.ts';
import { startTestServer, startTwin, type TestServer } from '../testing/server.ts';

let server: TestServer;
let boss: PgBoss;
const ended: { job: string; outcome: string }[] = [];
const stopHearing = jobEnded.hear((one) => void ended.push(one));
beforeAll(async () => {
  server = await startTestServer();
  boss = new PgBoss({ ...server.database.bossOptions, supervise: false, schedule: false });
  await boss.start();
});
afterAll(async () => {
  stopHearing();
  await boss.stop({ graceful: false });
  await server.close();
});

const rowsOf = async (query: ReturnType<typeof sql>) =>
  (await server.services.db.execute<Record<string, unknown>>(query)).rows;

const lines = (): string[] =>
  server.logged.filter((line) => line.includes('job failed for the last time'));

/** Leaves a job in the state of one whose process was killed in the last of its tries, or the one before. */
async function killedWithItsProcess(customerId: string, triesLeft: number): Promise<void> {
  const { db, jobs } = server.services;
  await db.transaction(async (transaction) => {
    await jobs.enqueue(transaction, 'forget-customer', { customerId });
    await transaction.execute(sql`update pgboss.job set state = 'active',
      retry_count = retry_limit - ${triesLeft}, retry_delay = 3600, started_on = now() - interval '2 minutes'
      where data->>'customerId' = ${customerId}`);
  });
}

/** What each process does by itself once a minute. */
async function lookForKilled(): Promise<void> {
  await rowsOf(sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`);
  await boss.supervise('forget-customer');
}

it('a job that was killed with its process in its last try is told of once, as an error and in the figures', async () => {
  const twin = await startTwin(server);
  await killedWithItsProcess('cus_last', 0);
  await killedWithItsProcess('cus_again', 1);
  await lookForKilled();
  await expect.poll(lines, { timeout: 20_000 }).toHaveLength(1);
  const [{ id } = {}] = await rowsOf(
    sql`select id from pgboss.job where data->>'customerId' = 'cus_last' and state = 'failed'`,
  );
  const line = JSON.parse(lines()[0] ?? '');
  expect(line).toMatchObject({ level: 50, job: 'forget-customer', id });
  expect(line.err.message).toBe('job timed out');
  expect(ended).toContainEqual({ job: 'forget-customer', outcome: 'given-up' });
  const admin = await server.admin();
  expect((await admin.get('/admin/failures')).body).toMatchObject({ count: 1, jobs: [{ id }] });

  // Looked for again it is not told again, by neither process; and nothing is left of the note.
  await lookForKilled();
  await twin.close();
  expect(lines()).toHaveLength(1);
  expect(await rowsOf(sql`select id from pgboss.job where name like '\\_\\_given%'`)).toEqual([]);
});

it('what an earlier release had queued is told of, too', async () => {
  await rowsOf(sql`update pgboss.queue set dead_letter = null, expire_seconds = 20
    where name = 'forget-customer'`);
  await killedWithItsProcess('cus_earlier', 0);
  expect(
    await rowsOf(sql`select dead_letter from pgboss.job where data->>'customerId' = 'cus_earlier'`),
  ).toEqual([{ dead_letter: null }]);
  const told = lines().length;
  await rowsOf(sql`insert into pgboss.job (name, data, start_after, expire_seconds)
    values ('forget-customer', '{"customerId":"cus_waiting"}', now() + interval '1 day', 20)`);
  const twin = await startTwin(server);
  // Nor is it given less time than those of today.
  expect(
    await rowsOf(sql`select expire_seconds, dead_letter is not null as is_told from pgboss.job
      where data->>'customerId' = 'cus_waiting'`),
  ).toEqual([{ expire_seconds: 60, is_told: true }]);
  await lookForKilled();
  await expect.poll(lines, { timeout: 20_000 }).toHaveLength(told + 1);
  await twin.close();
});
