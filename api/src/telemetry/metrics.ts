import { refusalCause } from 'contract/failures';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/client.ts';
import type { AnsweredRequest } from '../http/request-life.ts';
import { jobData } from '../jobs/job-data.ts';
import type { Services } from '../services.ts';
import { version } from '../version.ts';
import {
  jobEnded,
  listRead,
  logLinesLost,
  requestAnswered,
  webhooksRefused,
} from './happenings.ts';
import { createFigures, type Figures } from './read-figures.ts';

export interface Metrics {
  /** All of them in the text format of Prometheus. */
  read(): Promise<string>;
  contentType: string;
  stop(): void;
}

const signInRoutes = ['/api/login', '/api/login/second-factor', '/api/login/passkey'];

/**
 * What an operator watches: counted in this process as it happens, and asked of the database when
 * somebody reads. docs/operating.md says of each alert what to do.
 */
export function createMetrics(services: Services, database: Database, freshMs?: number): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });

  gauge('app_info', 'The release that runs.', ['version']).set({ version }, 1);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by the pattern of their route; 499 is a caller who hung up.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12, 30],
    registers,
  });
  const signIns = counter('sign_ins_total', 'Tries to sign in, by what came of them.', ['outcome']);
  const refused = counter('webhooks_refused_total', 'Webhooks refused, by cause.', ['cause']);
  const jobs = counter('job_tries_total', 'Tries of jobs, by what came of them.', [
    'job',
    'outcome',
  ]);
  const lists = counter('list_reads_total', "Lists of the admins', by where they were read.", [
    'from',
  ]);
  const lost = counter('log_lines_lost_total', 'Lines of the log that had no room.', []);
  for (const from of ['replica', 'primary']) lists.inc({ from }, 0);
  for (const outcome of ['let-in', 'refused', 'held-back', 'failed']) signIns.inc({ outcome }, 0);
  for (const cause of refusalCause.options) refused.inc({ cause }, 0);
  // What begins with its first count is no increase to who asks for one.
  for (const job of Object.keys(jobData)) jobs.inc({ job, outcome: 'given-up' }, 0);

  const pool = gauge('db_pool_connections', 'Connections of this process, and who waits.', [
    'state',
  ]);
  const databaseUp = gauge('database_up', 'Whether the database answers this process.');
  const ahead = gauge('clock_ahead_seconds', 'How far this clock is ahead of another.', ['of']);
  const fromDatabase = writeFigures(gauge);
  const figures = createFigures(services, database, freshMs);

  const stops = [
    requestAnswered.hear((request) => {
      const { method, route, status, ms } = request;
      requests.observe({ method, route: route ?? 'none', status }, ms / 1_000);
      if (method === 'POST' && signInRoutes.includes(route ?? '')) {
        signIns.inc({ outcome: outcomeOf(request) });
      }
    }),
    webhooksRefused.hear(({ cause, count }) => refused.inc({ cause }, count)),
    logLinesLost.hear(({ count }) => lost.inc(count)),
    listRead.hear(({ from }) => lists.inc({ from })),
    jobEnded.hear(({ job, outcome }) => jobs.inc({ job, outcome })),
  ];

  return {
    contentType: registry.contentType,
    stop: () => stops.forEach((stop) => void stop()),
    async read() {
      // Before anything is asked here: that waits for a connection, too.
      const used = database.connections?.();
      const read = await figures();
      databaseUp.set(read ? 1 : 0);
      fromDatabase(read ?? {});
      put(ahead, read?.aheadOfDatabase, { of: 'database' });
      const stripe = services.stripeClock.ahead();
      put(ahead, stripe && -stripe, { of: 'stripe' });
      for (const [state, count] of Object.entries(used ?? {})) pool.set({ state }, count);
      return registry.metrics();
    },
  };
}

function outcomeOf({ status }: AnsweredRequest): string {
  if (status < 400) return 'let-in';
  if (status === 429) return 'held-back';
  return status < 500 ? 'refused' : 'failed';
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

/** What is not known is not shown: neither as zero, nor as it was when it was known. */
function put(gauge: Gauge, value: number | undefined, labels: Record<string, string> = {}): void {
  if (value === undefined) gauge.remove(labels);
  else gauge.set(labels, value);
}

/** Makes the gauges of what the database knows; answers how to set them. */
function writeFigures(gauge: MakeGauge): (figures: Partial<Figures>) => void {
  const waiting = gauge('jobs_waiting', 'Jobs that wait, by kind.', ['job']);
  const oldest = gauge('jobs_oldest_seconds', 'How long the first of them has been due.', ['job']);
  const givenUp = gauge('jobs_given_up', 'Jobs that failed for the last time and are not done.');
  const heldBack = gauge(
    'sign_ins_held_back',
    'Tries to sign in of the last hour that a limit held back, by the widest one that did.',
    ['by'],
  );
  const events = gauge('stripe_events_open', "Stripe's events not yet worked off.");
  const event = gauge('stripe_events_oldest_seconds', 'How long the oldest of them waits.');
  const mails = gauge('mails_unsent', 'Mails that wait.');
  const mail = gauge('mails_oldest_seconds', 'How long the oldest of them waits.');
  const finished = gauge('sweep_finished_timestamp_seconds', 'When the last whole sweep ended.');
  const checked = gauge('sweep_checked', 'Customers that it compared with Stripe.');
  const found = gauge('sweep_differences', 'Differences that it found.');
  const left = gauge('sweep_not_repaired', 'Differences that it could not repair.');
  const unknown = gauge('figures_unknown', 'How many of these could not be read, one by one.');
  return (figures) => {
    for (const labelled of [waiting, oldest, heldBack]) labelled.reset();
    for (const { name: job, ...queue } of figures.queues ?? []) {
      waiting.set({ job }, queue.waiting);
      oldest.set({ job }, queue.oldest);
    }
    put(givenUp, figures.givenUp);
    for (const { by, hour } of figures.heldBack ?? []) heldBack.set({ by }, hour);
    put(events, figures.waiting?.events);
    put(event, figures.waiting?.oldestEvent);
    put(mails, figures.waiting?.mails);
    put(mail, figures.waiting?.oldestMail);
    put(unknown, figures.unknown);
    const { sweep } = figures;
    // Where there was none yet they are zero, as long as none ends.
    if (sweep === null) return;
    put(finished, sweep?.finishedAt);
    put(checked, sweep?.checked);
    put(found, sweep?.found);
    put(left, sweep?.notRepaired);
  };
}
