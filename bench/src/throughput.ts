import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { appUrl, startApp } from './lib/app.ts';
import { compare, comparisonRow, type Target } from './lib/pairs.ts';
import { startProgram } from './lib/program.ts';
import type { Row } from './report.ts';
import { addUsers, signedInUser } from './seed.ts';

const barePort = 3301;
const bareUrl = `http://127.0.0.1:${barePort}/`;

/** Requests per second of three addresses on PostgreSQL, each beside a bare server. */
export async function benchThroughput(databaseUrl: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const app = await startApp({ databaseUrl, dataDir });
  const database = new pg.Pool({ connectionString: databaseUrl });
  try {
    await addUsers(database, 10_000);
    const { userId, token } = await signedInUser(database, appUrl);
    const authorised = { authorization: `Bearer ${token}` };
    return [
      await besideSameBytes('`/`', { url: `${appUrl}/`, headers: { 'accept-encoding': 'br' } }),
      await besideSameBytes('`GET /api/plans`', { url: `${appUrl}/api/plans` }),
      await besideOneQuery(
        { url: `${appUrl}/api/user/subscriptions`, headers: authorised },
        { DATABASE_URL: databaseUrl, USER_ID: userId },
      ),
    ];
  } finally {
    await database.end();
    await app.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function besideSameBytes(what: string, ours: Target): Promise<Row> {
  const file = join(await mkdtemp(join(tmpdir(), 'bench-')), 'body');
  // Undecoded, as it goes over the wire.
  const answer = await fetch(ours.url, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  await writeFile(file, body);
  const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
  const identity = { ...ours, headers: { ...ours.headers, 'accept-encoding': 'identity' } };
  const bare = await startProgram(
    'bench/src/bare/bytes.ts',
    { PORT: String(barePort), BODY_FILE: file, BODY_HEADERS: JSON.stringify(headers) },
    bareUrl,
  );
  try {
    return comparisonRow(
      `${what}, ${body.length} bytes`,
      await compare(identity, { url: bareUrl }),
    );
  } finally {
    await bare.stop();
    await rm(file);
  }
}

async function besideOneQuery(ours: Target, env: Record<string, string>): Promise<Row> {
  const bare = await startProgram(
    'bench/src/bare/one-query.ts',
    { PORT: String(barePort), ...env },
    bareUrl,
  );
  try {
    return comparisonRow('`GET /api/user/subscriptions`', await compare(ours, { url: bareUrl }));
  } finally {
    await bare.stop();
  }
}
