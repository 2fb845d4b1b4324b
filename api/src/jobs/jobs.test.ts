import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../db/client.ts';
import { createLog } from '../http/log.ts';
import { openTestDatabase } from '../testing/database.ts';
import { createJobs, type JobHandlers, type Jobs } from './jobs.ts';

let database: Database;
let jobs: Jobs;
beforeAll(async () => {
  database = await openTestDatabase();
  jobs = await createJobs(database, createLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
});

async function statesOfEvents(): Promise<Record<string, unknown>[]> {
  const { rows } = await database.db.execute(sql`select data->>'eventId' as event, state,
    output->>'message' as why from pgboss.job where name = 'sync-customer' order by event`);
  return rows;
}

it('a burst of events is taken at once, and one that fails is tried again by itself', async () => {
  const events = ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5'];
  const data = events.map((eventId) => ({ customerId: 'cus_1', eventId }));
  await jobs.enqueueAll(database.db, 'sync-customer', data);
  const activeWhile = new Map<string | undefined, number>();
  const syncCustomer: JobHandlers['sync-customer'] = async ({ eventId }) => {
    const active = (await statesOfEvents()).filter(({ state }) => state === 'active');
    activeWhile.set(eventId, active.length);
    if (eventId === 'evt_2') throw new Error('Stripe is away');
  };
  await jobs.work({ 'sync-customer': syncCustomer } as JobHandlers, { 'sync-customer': 1 });
  const done = { state: 'completed', why: null };
  await expect.poll(statesOfEvents).toEqual([
    { event: 'evt_1', ...done },
    { event: 'evt_2', state: 'retry', why: 'Stripe is away' },
    { event: 'evt_3', ...done },
    { event: 'evt_4', ...done },
    { event: 'evt_5', ...done },
  ]);
  expect(activeWhile).toEqual(new Map(events.map((event) => [event, 5])));
});
