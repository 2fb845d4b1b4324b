import type pg from 'pg';
import { compare, comparisonRow, type Target } from '../lib/pairs.ts';
import { startProgram } from '../lib/program.ts';
import type { Row } from '../report.ts';
import type { Product } from './copy.ts';

const barePort = 3304;

/** Asking for one user, who has changed since or not, beside a bare server with one indexed query. */
export async function benchAsking(
  database: pg.Pool,
  { api, headers }: Product,
  databaseUrl: string,
): Promise<Row[]> {
  const { rows } = await database.query(
    "select user_id as id from product_access where product = 'portfolio' limit 1 offset 500",
  );
  const url = `${api}/access/${rows[0].id}`;
  const tag = (await fetch(url, { headers })).headers.get('etag') ?? '';
  const bareUrl = `http://127.0.0.1:${barePort}/${rows[0].id}`;
  const env = { PORT: String(barePort), DATABASE_URL: databaseUrl };
  const bare = await startProgram('bench/src/bare/one-access.ts', env, bareUrl);
  try {
    const known: Target = { url, headers: { ...headers, 'if-none-match': tag }, status: 304 };
    return [
      comparisonRow('`GET access`', await compare({ url, headers }, { url: bareUrl })),
      comparisonRow('`GET access` that has not changed', await compare(known, { url: bareUrl })),
    ];
  } finally {
    await bare.stop();
  }
}
