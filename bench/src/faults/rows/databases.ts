import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { StagedRow } from '../row.ts';
import type { Stage } from '../stage.ts';
import type { Times } from './times.ts';

const slowMs = 250;

/** A database that is killed, cut off, slow, full or used up, or that another one takes over from. */
export function databaseRows(times: Times): StagedRow[] {
  const throughNetwork = { between: 'network' } as const;
  return [
    { name: 'database crash', mayRepeatMails: true, run: (stage) => crash(stage, times(10, 2)) },
    {
      name: 'failover to a synchronous replica',
      mayRepeatMails: true,
      programs: ['patroni', 'etcd', 'haproxy', 'postgresql'],
      needs: { cluster: true },
      run: (stage) => failOver(stage, times(5, 1)),
    },
    {
      name: 'database cut',
      mayRepeatMails: true,
      needs: throughNetwork,
      run: ({ data }) =>
        upset(
          () => data.network?.cut(),
          () => data.network?.mend(),
          times(15, 4),
          'refused',
        ),
    },
    {
      name: 'database swallowed',
      mayRepeatMails: true,
      needs: throughNetwork,
      run: ({ data }) =>
        upset(
          () => data.network?.freeze(),
          () => data.network?.mend(),
          times(20, 6),
          'swallowed',
        ),
    },
    {
      name: 'database slow',
      needs: throughNetwork,
      run: ({ data }) =>
        upset(
          () => data.network?.delay(slowMs),
          () => data.network?.mend(),
          times(20, 4),
          `${slowMs} ms late each way`,
        ),
    },
    { name: 'database used up', mayRepeatMails: true, run: (stage) => useUp(stage, times(15, 4)) },
    { name: 'tables locked', mayRepeatMails: true, run: (stage) => lock(stage, times(15, 4)) },
    {
      name: 'disk full',
      mayRepeatMails: true,
      needs: { database: { smallDisk: true } },
      run: (stage) => fill(stage, times(3, 1), times(10, 5)),
    },
    {
      name: 'pgbouncer killed',
      mayRepeatMails: true,
      programs: ['pgbouncer'],
      needs: { between: 'pgbouncer' },
      run: (stage) => killPgbouncer(stage, times(10, 2)),
    },
  ];
}

async function crash({ data: { database } }: Stage, count: number): Promise<string> {
  for (let n = 0; n < count; n += 1) {
    await database?.crash();
    await setTimeout(500);
    await database?.start();
    await setTimeout(1_500);
  }
  return `${count} times PostgreSQL killed and started again`;
}

async function failOver({ data: { cluster } }: Stage, count: number): Promise<string> {
  const seconds: number[] = [];
  for (let n = 0; n < count; n += 1) {
    seconds.push((await cluster?.failOver()) ?? 0);
    await setTimeout(2_000);
  }
  const longest = Math.max(...seconds).toFixed(0);
  return `${count} times Patroni and its primary killed; the synchronous replica took over within ${longest} s`;
}

async function upset(begin: () => unknown, end: () => unknown, seconds: number, what: string) {
  begin();
  await setTimeout(seconds * 1_000);
  end();
  return `what is sent to PostgreSQL ${what}, for ${seconds} s`;
}

/** Somebody else takes every connection that PostgreSQL has left, and each that comes free. */
async function useUp({ data }: Stage, seconds: number): Promise<string> {
  const taken: pg.Client[] = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const client = new pg.Client({ connectionString: data.direct });
    client.on('error', () => {});
    const isTaken = await client.connect().then(
      () => true,
      () => false,
    );
    if (isTaken) taken.push(client);
    else {
      // Ours are to feel it: some lose what they have, and find no other.
      await taken[0]
        ?.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid() and random() < 0.3`,
        )
        .catch(() => taken.shift());
      await setTimeout(300);
    }
  }
  await Promise.all(taken.map((client) => client.end().catch(() => {})));
  return `${taken.length} connections taken by somebody else, the last of PostgreSQL's, for ${seconds} s`;
}

async function lock({ data }: Stage, seconds: number): Promise<string> {
  const client = new pg.Client({ connectionString: data.direct });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  await client.query('lock table users, sessions, stripe_events in access exclusive mode');
  await setTimeout(seconds * 1_000);
  await client.query('rollback');
  await client.end();
  return `users, sessions and events locked by somebody else for ${seconds} s, so that all pools are used up`;
}

async function fill({ data: { database } }: Stage, count: number, seconds: number) {
  for (let n = 0; n < count; n += 1) {
    database?.fillDisk();
    await setTimeout(seconds * 1_000);
    database?.emptyDisk();
    await database?.start();
    await setTimeout(4_000);
  }
  return `${count} times the disk of PostgreSQL filled to its last byte for ${seconds} s`;
}

async function killPgbouncer({ data: { pgbouncer } }: Stage, count: number): Promise<string> {
  for (let n = 0; n < count; n += 1) {
    await pgbouncer?.restart();
    await setTimeout(1_500);
  }
  return `${count} times pgbouncer (a connection for each session) killed and started again`;
}
