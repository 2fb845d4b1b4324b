import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { JobHandlers, Jobs } from '../../jobs/jobs.ts';

/** Tries before a job that fails is a fault: Stripe answers at once here. */
const tries = 3;

interface Job {
  id: number;
  name: keyof JobHandlers;
  data: never;
}

/**
 * The queues in one table, worked off when the test says so and not when a timer does, so that a
 * sequence always runs in the same way. Jobs are committed with their data, as in pg-boss.
 */
export async function openQueue(db: Db) {
  await db.execute(
    sql`create table model_jobs (id serial primary key, name text not null, data jsonb not null)`,
  );
  const adding = (transaction: Db, name: string, all: object[]) =>
    transaction.execute(sql`insert into model_jobs (name, data)
      select ${name}, jsonb_array_elements(${JSON.stringify(all)}::jsonb)`);
  const jobs: Jobs = {
    enqueue: (transaction, name, data) => jobs.enqueueAll(transaction, name, [data]),
    enqueueing: async (name, data) => (transaction) => adding(transaction, name, [data]),
    async enqueueAll(transaction, name, all) {
      await adding(transaction, name, all);
    },
    enqueueMissing: (transaction, name, all) => jobs.enqueueAll(transaction, name, all),
    forgetAddressesOf: async () => {},
    wake: () => {},
    forgetAddresses: async () => {},
    repeat: async () => {},
    work: async () => {},
    stop: async () => {},
  };

  /** Works off what is queued. A job whose process dies stays, as a claim that runs out. */
  async function workOff(handlers: JobHandlers): Promise<void> {
    const failures = new Map<number, number>();
    for (;;) {
      const { rows } = (await db.execute(
        sql`select id, name, data from model_jobs order by id limit 50`,
      )) as unknown as { rows: Job[] };
      if (rows.length === 0) return;
      for (const { id, name, data } of rows) {
        try {
          await handlers[name](data);
        } catch (error) {
          failures.set(id, (failures.get(id) ?? 0) + 1);
          if (failures.get(id) === tries) throw error;
          continue;
        }
        await db.execute(sql`delete from model_jobs where id = ${id}`);
      }
    }
  }

  const forget = async (): Promise<void> => void (await db.execute(sql`delete from model_jobs`));
  return { jobs, workOff, forget };
}

export type Queue = Awaited<ReturnType<typeof openQueue>>;
