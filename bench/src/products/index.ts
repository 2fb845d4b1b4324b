import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { settings } from '../admin/index.ts';
import { makeAdmin, signIn } from '../admin/sign-in.ts';
import { startApp } from '../lib/app.ts';
import type { Row } from '../report.ts';
import { benchAsking } from './asking.ts';
import { copyAll } from './copy.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchFilling } from './filling.ts';
import { seedHolders } from './seed.ts';

const port = 3314;
const usualHolders = 1_000_000;

/** What products ask and are told, beside a million people who hold one (BENCH_HOLDERS: so many). */
export async function benchProducts(): Promise<Row[]> {
  const holders = Number(process.env.BENCH_HOLDERS ?? usualHolders);
  const postgres = await startPostgres(settings);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    await seedHolders(postgres.url, holders);
    const rows: Row[] = [];
    // So that a run that is broken off has told what it found.
    const tell = (...found: Row[]) => {
      rows.push(...found);
      for (const { what, figure, ratio = '' } of found) {
        process.stderr.write(`${what}: ${figure} ${ratio}\n`);
      }
    };
    tell(...(await benchFilling(postgres.url, holders)));
    await makeAdmin(postgres.url);
    const database = new pg.Pool({ connectionString: postgres.url, max: 2 });
    await database.query('vacuum analyze');
    const app = await startApp({ databaseUrl: postgres.url, dataDir, port, readyPath: '/healthz' });
    try {
      const api = `http://127.0.0.1:${port}/api`;
      const admin = await signIn(api);
      const key = await keyOf(api, admin);
      const product = {
        api: `${api}/products/portfolio`,
        headers: { authorization: `Bearer ${key}` },
      };
      tell(...(await benchAsking(database, product, postgres.url)));
      tell(await copyAll(product, holders));
      tell(...(await benchDeliveries(database, { api, admin })));
    } finally {
      await database.end();
      await app.stop();
    }
    return rows;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function keyOf(api: string, admin: Record<string, string>): Promise<string> {
  const answer = await fetch(`${api}/admin/products/portfolio/keys`, {
    method: 'POST',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench' }),
  });
  const { data } = (await answer.json()) as { data: { key: string } };
  return data.key;
}
