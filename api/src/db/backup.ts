import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type JobName, readJob } from '../jobs/job-data.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Db } from './client.ts';
import * as schema from './schema.ts';

/**
 * Every table, in an order in which each row finds what it refers to. Left out is what must not
 * come back (a session that was ended since, a reset link that was used), what a start writes, and what
 * triggers keep up: the rows it follows make it again as they are restored.
 */
const tables: Record<keyof typeof schema, [PgTable, 'kept' | 'left out']> = {
  users: [schema.users, 'kept'],
  legalVersions: [schema.legalVersions, 'kept'],
  legalChanges: [schema.legalChanges, 'kept'],
  agreements: [schema.agreements, 'kept'],
  sessions: [schema.sessions, 'left out'],
  passwordResets: [schema.passwordResets, 'left out'],
  emailChanges: [schema.emailChanges, 'left out'],
  emailLinks: [schema.emailLinks, 'left out'],
  dataCopies: [schema.dataCopies, 'left out'],
  authenticatorApps: [schema.authenticatorApps, 'kept'],
  passkeys: [schema.passkeys, 'kept'],
  recoveryCodes: [schema.recoveryCodes, 'kept'],
  stripeCustomers: [schema.stripeCustomers, 'kept'],
  checkoutIntents: [schema.checkoutIntents, 'kept'],
  trialCards: [schema.trialCards, 'kept'],
  trialAllowances: [schema.trialAllowances, 'kept'],
  subscriptions: [schema.subscriptions, 'kept'],
  priceMoves: [schema.priceMoves, 'kept'],
  // Before the endpoints: what comes back is told to nobody.
  productAccess: [schema.productAccess, 'kept'],
  productKeys: [schema.productKeys, 'kept'],
  productEndpoints: [schema.productEndpoints, 'kept'],
  productDeliveries: [schema.productDeliveries, 'kept'],
  payments: [schema.payments, 'kept'],
  pastRevenue: [schema.pastRevenue, 'kept'],
  stripeEvents: [schema.stripeEvents, 'kept'],
  refusedWebhooks: [schema.refusedWebhooks, 'left out'],
  reconciliationRuns: [schema.reconciliationRuns, 'kept'],
  retentionRuns: [schema.retentionRuns, 'left out'],
  rateLimits: [schema.rateLimits, 'left out'],
  buildAssets: [schema.buildAssets, 'left out'],
  auditLog: [schema.auditLog, 'kept'],
  outgoingEmails: [schema.outgoingEmails, 'kept'],
  paymentTallies: [schema.paymentTallies, 'left out'],
  tallies: [schema.tallies, 'left out'],
  trialHolders: [schema.trialHolders, 'left out'],
  tallyChanges: [schema.tallyChanges, 'left out'],
  tallyRecounts: [schema.tallyRecounts, 'left out'],
  tallyTerms: [schema.tallyTerms, 'left out'],
};
/** The kept ones with the columns that are written; the others the database works out itself. */
const kept = new Map(
  Object.values(tables)
    .filter(([, fate]) => fate === 'kept')
    .map(([table]) => [
      getTableName(table),
      Object.values(getTableColumns(table))
        .filter(({ generated }) => !generated)
        .map(({ name }) => sql.identifier(name)),
    ]),
);

const batch = 1_000;

/**
 * A row with the name of its table, a job that waits with the name `job`, or, first of all, which
 * migration the tables stand at with the name `version`.
 */
type Entry = [name: string, row: Record<string, unknown>];

// The queue's own jobs, which begin with two underscores, begin again by themselves.
const waitingJobs = sql`select json_build_object('name', name, 'data', data) as row
  from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%'`;

const version = sql`select json_build_object('migration', max(created_at)) as row
  from drizzle.__drizzle_migrations`;

/** Every row as of one moment, and every job that is not done, handed to `write` one by one. */
export async function backUp(db: Db, write: (entry: Entry) => Promise<void>): Promise<void> {
  await db.transaction(
    async (transaction) => {
      const copy = async (name: string, query: ReturnType<typeof sql>): Promise<void> => {
        await transaction.execute(sql`declare everything no scroll cursor for ${query}`);
        for (;;) {
          const rows = await read(transaction, sql.raw(`fetch ${batch} from everything`));
          for (const row of rows) await write([name, row]);
          if (rows.length < batch) break;
        }
        await transaction.execute(sql`close everything`);
      };
      await copy('version', version);
      for (const name of kept.keys()) {
        const table = sql.identifier(name);
        await copy(name, sql`select row_to_json(${table}) as row from ${table}`);
      }
      await copy('job', waitingJobs);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * Puts back what `backUp` gave out, whole or not at all. Throws when the database holds users, and
 * when its tables stand at another migration than those that were backed up.
 */
export async function restore(db: Db, jobs: Jobs, entries: AsyncIterable<Entry>): Promise<void> {
  await db.transaction(async (transaction) => {
    if ((await transaction.select().from(schema.users).limit(1)).length > 0) {
      throw new Error('The database is not empty: restore into a new one.');
    }
    // A start has kept the texts of today: they come again, with the day they were first used.
    await transaction.delete(schema.legalVersions);
    let waiting: Entry[] = [];
    const flush = async (): Promise<void> => {
      await insert(transaction, jobs, waiting);
      waiting = [];
    };
    for await (const entry of entries) {
      if (waiting.length === batch || (waiting[0] && waiting[0][0] !== entry[0])) await flush();
      waiting.push(entry);
    }
    await flush();
  });
}

async function insert(transaction: Db, jobs: Jobs, entries: Entry[]): Promise<void> {
  const [name] = entries[0] ?? [];
  if (name === undefined) return;
  const rows = entries.map(([, row]) => row);
  if (name === 'version') {
    const [here] = await read(transaction, version);
    if (rows[0]?.migration === here?.migration) return;
    throw new Error('Another version wrote this backup: restore with that one, then update.');
  }
  if (name === 'job') {
    for (const { name: job, data } of rows) {
      await jobs.enqueue(transaction, job as JobName, readJob(job as JobName, data));
    }
    return;
  }
  const written = kept.get(name);
  if (!written) throw new Error(`There is no table ${name}.`);
  const table = sql.identifier(name);
  const columns = sql.join(written, sql`, `);
  await transaction.execute(sql`insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`);
}

async function read(db: Db, query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  const { rows } = (await db.execute(query)) as unknown as {
    rows: { row: Record<string, unknown> }[];
  };
  return rows.map(({ row }) => row);
}
