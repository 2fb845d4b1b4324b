import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReplicated } from '../testing/replica.ts';
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import type { Database } from './client.ts';
import { openDatabase } from './open.ts';
import { openReading, type ReadFrom, type Reading } from './reading.ts';

let servers: Awaited<ReturnType<typeof startReplicated>>;
let network: TcpProxy;
let database: Database;
let reading: Reading;
let noted: { from: ReadFrom; error: unknown }[];

beforeAll(async () => {
  servers = await startReplicated();
  const url = new URL(servers.replica);
  network = await startTcpProxy(Number(url.port));
  url.port = String(network.port);
  database = await openDatabase({ url: servers.primary, dataDirectory: '' });
  noted = [];
  reading = openReading(database.db, url.href, (from, error) => noted.push({ from, error }));
});
afterAll(async () => {
  await reading.close();
  await database.close();
  await network.close();
  await servers.stop();
});

const write = (n: number) =>
  database.db.execute(sql`insert into rate_limits (key, points, expire)
    values (${`reading-${n}`}, ${n}, now()) on conflict (key) do update set points = ${n}`);

/** What is there, and whether a replica said so. */
const look = (n: number) =>
  reading.read(async (db) => {
    const { rows } = await db.execute<{ count: number; isReplica: boolean }>(
      sql`select points as count, pg_is_in_recovery() as "isReplica" from rate_limits
        where key = ${`reading-${n}`}`,
    );
    return rows[0];
  });

/** One that failed a moment ago is left alone: nobody asks it, or waits for its second of silence. */
async function expectLeftAlone(): Promise<void> {
  const before = noted.length;
  const waits: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const began = performance.now();
    await look(100);
    waits.push(performance.now() - began);
  }
  expect(noted.slice(before)).toEqual(Array(20).fill({ from: 'primary', error: undefined }));
  expect(Math.max(...waits)).toBeLessThan(1_000);
}

it('a list from a replica has what was written a moment before it (product O620)', async () => {
  await write(0);
  await expect.poll(async () => (await look(0))?.isReplica, { timeout: 10_000 }).toBe(true);
  for (let n = 1; n <= 30; n += 1) {
    await write(n);
    expect((await look(n))?.count).toBe(n);
  }
  const fromReplica = noted.filter(({ from }) => from === 'replica').length;
  expect(fromReplica).toBeGreaterThan(20);
});

it('one that lags or is away is not waited for: the primary answers, and it comes back', async () => {
  const lagging = new pg.Client({ connectionString: servers.replica });
  await lagging.connect();
  await lagging.query('select pg_wal_replay_pause()');
  await write(100);
  expect(await look(100)).toEqual({ count: 100, isReplica: false });
  expect(noted.at(-1)).toEqual({ from: 'primary', error: undefined });
  await lagging.query('select pg_wal_replay_resume()');
  await lagging.end();
  await expect.poll(async () => (await look(100))?.isReplica).toBe(true);

  network.cut();
  expect(await look(100)).toEqual({ count: 100, isReplica: false });
  expect(noted.at(-1)).toEqual({ from: 'primary', error: expect.any(Error) });
  await expectLeftAlone();
  network.mend();
  await expect.poll(async () => (await look(100))?.isReplica, { timeout: 10_000 }).toBe(true);
});

it('one that is silent is waited for a second, once in five (product O620)', async () => {
  // Its connections are open already, as they are when a machine hangs or a cable is pulled.
  expect((await look(100))?.isReplica).toBe(true);
  network.freeze();
  const began = performance.now();
  expect(await look(100)).toEqual({ count: 100, isReplica: false });
  const waited = performance.now() - began;
  expect(waited).toBeGreaterThan(900);
  expect(waited).toBeLessThan(2_000);
  await expectLeftAlone();
  network.mend();
  await expect.poll(async () => (await look(100))?.isReplica, { timeout: 10_000 }).toBe(true);
});

it('one that was made a primary is not read, whatever is written there (product O620)', async () => {
  const promoted = new pg.Client({ connectionString: servers.replica });
  await promoted.connect();
  await promoted.query('select pg_promote()');
  await promoted.query("update rate_limits set points = 999 where key = 'reading-100'");
  await promoted.end();
  await write(101);
  const found = [await look(100), await look(101)];
  expect(found).toEqual([100, 101].map((count) => ({ count, isReplica: false })));
  expect(noted.at(-1)?.from).toBe('primary');
});
