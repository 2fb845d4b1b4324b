import pg from 'pg';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { measureExport } from './export.ts';
import { measureAdmin } from './measure.ts';
import { seedAdmin } from './seed.ts';

/** As a server of its own would be set, with its data on an SSD. */
export const settings = [
  'shared_buffers=2GB',
  'max_wal_size=16GB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'synchronous_commit=off',
  'effective_cache_size=12GB',
  'random_page_cost=1.1',
];

/**
 * The admin's lists on 10,000 and on a million users, in one run, as a Markdown table, and an export
 * of all the users. BENCH_SMALL and BENCH_BIG may name databases that `npm run bench:seed` filled.
 */
export async function benchAdmin(): Promise<string> {
  const { BENCH_SMALL: small, BENCH_BIG: big } = process.env;
  if (small && big) return report({ small, big });
  const postgres = await startPostgres(settings);
  try {
    return await report({
      small: await fill(postgres.url, 'small', 10_000),
      big: await fill(postgres.url, 'big', 1_000_000),
    });
  } finally {
    await postgres.stop();
  }
}

async function fill(server: string, name: string, users: number): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  await seedAdmin(url.href, users, (line) => process.stderr.write(`${name}: ${line}\n`));
  return url.href;
}

async function report(urls: { small: string; big: string }): Promise<string> {
  const ms = (figure: number): string => figure.toFixed(1);
  const lines = (await measureAdmin(urls)).map(
    ({ what, requests, small, big, worst }) =>
      `| ${what} | ${requests} | ${ms(small)} | ${ms(big)} | ${(big / small).toFixed(1)} | ${ms(worst.ms)} |`,
  );
  return [
    await measureExport(urls.big),
    '',
    '| what | requests | p95 of 10,000 users, ms | p95 of 1,000,000, ms | ratio | slowest, ms |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
