import { setTimeout } from 'node:timers/promises';
import { inWords, retention } from 'contract/retention';
import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Statement } from '../db/at-once.ts';
import type { Database, Db } from '../db/client.ts';
import { withoutEmails } from '../db/without-emails.ts';
import { withoutValues } from '../db/without-values.ts';
import { jobEnded } from '../telemetry/happenings.ts';
import { currentTrace, inSpan, spanKind } from '../telemetry/trace.ts';
import { tellGivenUp } from './given-up.ts';
import { type JobData, type JobName, readJob, writeJob } from './job-data.ts';
import { jobNames, keepQueues, takenAtOnce, workersOf } from './queues.ts';

/** `signal` is aborted when a job has taken as long as it may, and is given to somebody else. */
export type JobHandlers = {
  [Name in JobName]: (data: JobData[Name], signal?: AbortSignal) => Promise<void>;
};

/** How long a stop waits for the jobs that run; those that go on are given to somebody else. */
const stopMs = 3_000;

const done = sql`('completed', 'cancelled', 'failed')`;
/** Those in which an e-mail may still be: it is taken out of them every hour, and they stay for long. */
const isRecentlyDone = sql`(state in ${done} and coalesce(completed_on, created_on) > now() - ${inWords(retention.freshJobs)}::interval)`;

type JobKey = { name: string; id: string };

/** By their whole key: by the id alone every job would be read, while those that were found are held. */
const areThese = (jobs: JobKey[]) => sql`(name, id) in (select * from unnest(
  ${sql.param(jobs.map(({ name }) => name))}::text[], ${sql.param(jobs.map(({ id }) => id))}::uuid[]))`;

/** What stands between e-mails and other words in what a job and its error say. */
const notInEmails = "[^[:alnum:]@.!#$%&'*+/=?^_`{|}~-]+";

export interface Jobs {
  /** Adds a job in the transaction of the data it belongs to. */
  enqueue<Name extends JobName>(transaction: Db, name: Name, data: JobData[Name]): Promise<void>;
  /** The same as a statement of a transaction that is sent in one go. */
  enqueueing<Name extends JobName>(
    name: Name,
    data: JobData[Name],
  ): Promise<(transaction: Db) => Statement>;
  /** The same for many jobs of a kind; `traces` names what caused each. */
  enqueueAll<Name extends JobName>(
    transaction: Db,
    name: Name,
    data: JobData[Name][],
    traces?: (string | undefined)[],
  ): Promise<void>;
  /**
   * The same for what may wait already: a job that has the same value in a field is due now, and is not
   * added once more.
   */
  enqueueMissing<Name extends JobName>(
    transaction: Db,
    name: Name,
    data: JobData[Name][],
    field: keyof JobData[Name] & string,
  ): Promise<void>;
  /**
   * Has this process look at once for what is due in these queues, where it became due without being added.
   * Else it is found within ten seconds. To be called once the transaction has ended.
   */
  wake(names: Iterable<string>): void;
  /**
   * Deletes the jobs that name e-mails which are nobody's any more: those that are done, whose errors
   * may name one, and the reset links that wait. A mail that waits is still sent. It reads all jobs, so it
   * is called once for as many e-mails as there are, and once the transactions that left them have ended,
   * which held their users. What it misses, `forgetAddresses` makes unreadable within the hour; so it
   * never fails.
   */
  forgetAddressesOf(emails: string[]): Promise<void>;
  /** Takes the e-mails out of the jobs that are done or have given up, and of their errors. */
  forgetAddresses(): Promise<void>;
  /** Adds a job at each time of a cron line (UTC), once for all processes. */
  repeat(
    name: 'remind' | 'reconcile' | 'forget-ended' | 'keep-retention',
    cron: string,
  ): Promise<void>;
  /** Begins to work off the queues, each by as many workers as are given, or as are usual. */
  work(handlers: JobHandlers, workers?: Partial<Record<JobName, number>>): Promise<void>;
  /** Lets running jobs finish and gives back what was claimed. */
  stop(): Promise<void>;
}

/** The data of a job with the trace of what caused it, if that is kept. */
function stored<Name extends JobName>(name: Name, data: JobData[Name], trace?: string): object {
  return trace ? { ...writeJob(name, data), trace } : writeJob(name, data);
}

/** Opens the queues on the database that holds the data. */
export async function createJobs(database: Database, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    ...database.bossOptions,
    useListenNotify: true,
    superviseIntervalSeconds: 30,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();
  await keepQueues(boss, database.db);

  const workers = new Map<string, string[]>();

  /** Does a job, and answers how it ended. */
  async function doJob<Name extends JobName>(
    name: Name,
    job: JobWithMetadata<unknown>,
    handle: JobHandlers[Name],
  ): Promise<JobResult> {
    try {
      const { trace: causedBy } = (job.data ?? {}) as { trace?: string };
      const beginning = { name: `job ${name}`, kind: spanKind.consumer, causedBy, root: true };
      await inSpan(beginning, () => handle(readJob(name, job.data), job.signal));
      jobEnded.tell({ job: name, outcome: 'done' });
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const { id, data, retryCount, retryLimit } = job;
      // The last failure is told where it ends by its time or with its process, too: by `tellGivenUp`.
      if (retryCount < retryLimit) {
        jobEnded.tell({ job: name, outcome: 'retry' });
        log.warn({ err: error, job: name, id, data }, 'job failed, will be retried');
      }
      // It is kept with the job.
      return { id, status: 'failed', output: withoutValues(error) };
    }
  }

  async function startWorker<Name extends JobName>(name: Name, handle: JobHandlers[Name]) {
    const options = {
      notifyPollingIntervalSeconds: 10,
      includeMetadata: true,
      batchSize: takenAtOnce[name] ?? 1,
      perJobResults: true,
    } as const;
    const worker = await boss.work(name, options, async (claimed) => {
      const results: JobResult[] = [];
      for (const job of claimed) {
        // What took too long, or with a process that stops, is given to somebody else with all that came with it.
        if (job.signal.aborted) break;
        results.push(await doJob(name, job, handle));
      }
      // Where one job was there may be more: else a worker looks again only at the next message.
      boss.notifyWorker(worker);
      return results;
    });
    workers.set(name, [...(workers.get(name) ?? []), worker]);
  }

  const jobs: Jobs = {
    async enqueue(transaction, name, data) {
      await boss.send(name, stored(name, data, currentTrace()), {
        db: fromDrizzle(transaction, sql),
      });
    },

    async enqueueing(name, data) {
      let adding = sql``;
      const noted = {
        execute: async (statement: unknown) => {
          adding = statement as SQL;
          return { rows: [{ id: '' }] };
        },
      };
      await boss.send(name, stored(name, data, currentTrace()), { db: fromDrizzle(noted, sql) });
      return (transaction) => transaction.execute(adding);
    },

    async enqueueAll(transaction, name, all, traces = []) {
      const many = all.map((data, at) => ({ data: stored(name, data, traces[at]) }));
      await boss.insert(name, many, { db: fromDrizzle(transaction, sql) });
    },

    async enqueueMissing(transaction, name, all, field) {
      const { rows } = await transaction.execute<{ value: unknown }>(sql`update pgboss.job
        set start_after = now() where name = ${name} and state in ('created', 'retry')
          and data->>${field} = any(${sql.param(all.map((data) => data[field]))})
        returning data->>${field} as value`);
      const waiting = new Set(rows.map(({ value }) => value));
      const missing = all.filter((data) => !waiting.has(data[field]));
      if (missing.length > 0) await jobs.enqueueAll(transaction, name, missing);
    },

    wake(names) {
      for (const name of names) {
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
      }
    },

    async forgetAddressesOf(emails) {
      if (emails.length === 0) return;
      try {
        const gone = sql`(select array_agg(lower(email))
          from unnest(${sql.param(emails)}::text[]) as email)::text[]`;
        // All of them are read, which takes a while; only what is found is locked. By whole words: the
        // e-mails of others may end like these.
        const { rows } = await database.db.execute<JobKey>(sql`select name, id from pgboss.job
          where (name = 'send-reset-link' and state not in ${done}
              and lower(data->>'email') = any(${gone}))
            or (${isRecentlyDone} and concat(data, output) like '%@%'
              and exists (select from regexp_split_to_table(lower(concat(data, output)), ${notInEmails}) as word
                where btrim(word, '.''=') = any(${gone})))`);
        if (rows.length === 0) return;
        await database.db.execute(sql`delete from pgboss.job where ${areThese(rows)}
          and (state in ${done} or name = 'send-reset-link')`);
      } catch (error) {
        log.warn({ err: error }, 'jobs that name e-mails are left for the hour');
      }
    },

    async forgetAddresses() {
      const { rows } = await database.db.execute<JobKey & { data: unknown; output: unknown }>(
        sql`select name, id, data, output from pgboss.job
          where ${isRecentlyDone} and concat(data, output) like '%@%'`,
      );
      const unnamed = (value: unknown) => withoutEmails(JSON.stringify(value));
      for (const job of rows) {
        await database.db.execute(sql`update pgboss.job
          set data = ${unnamed(job.data)}::jsonb, output = ${unnamed(job.output)}::jsonb
          where ${areThese([job])}`);
      }
    },

    repeat: (name, cron) => boss.schedule(name, cron),

    async work(handlers, given = {}) {
      await tellGivenUp(boss, database.db, log);
      for (const name of jobNames) {
        for (let worker = 0; worker < (given[name] ?? workersOf[name]); worker += 1) {
          await startWorker(name, handlers[name]);
        }
      }
    },

    async stop() {
      // pg-boss itself looks each half second whether its workers have ended.
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name)));
      await Promise.race([ended, setTimeout(stopMs, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },
  };
  return jobs;
}
