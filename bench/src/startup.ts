import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from './lib/app.ts';
import { median } from './lib/median.ts';
import { residentMemory, startEverything, startProgram } from './lib/program.ts';
import type { Row } from './report.ts';

const times = 5;
const barePort = 3302;
const nobody = '00000000-0000-0000-0000-000000000000';
const ports = {
  PORT: '3310',
  STRIPE_SANDBOX_PORT: '3311',
  MAIL_WEB_PORT: '3312',
  MAIL_SMTP_PORT: '3313',
};

/** How long `npm start` takes when everything is installed, built and seeded. */
export async function benchSecondStart(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const seconds: number[] = [];
  for (let run = 0; run <= times; run += 1) {
    const running = await startEverything({ ...ports, DATA_DIR: dataDir });
    await running.stop();
    // The first start seeds; it is not counted.
    if (run > 0) seconds.push(running.startedIn / 1000);
  }
  await rm(dataDir, { recursive: true });
  return [{ what: 'second `npm start` to Ready', figure: `${median(seconds).toFixed(1)} s` }];
}

/**
 * How long the server alone takes until it is ready, and what memory it holds when left alone; on
 * PostgreSQL in turn with a bare Fastify that asks the database one question.
 */
export async function benchColdStart(name: string, databaseUrl?: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const seconds: number[] = [];
  const memory: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run <= times; run += 1) {
    const app = await startApp({ databaseUrl, dataDir, readyPath: '/readyz' });
    if (run > 0) await sleep(30_000);
    if (run > 0) {
      seconds.push(app.startedIn / 1000);
      memory.push(await residentMemory(app));
    }
    await app.stop();
    if (databaseUrl) bare.push(await bareStart(databaseUrl));
  }
  await rm(dataDir, { recursive: true });
  const start = { what: `server alone on ${name} until it is ready`, figure: inSeconds(seconds) };
  const beside = databaseUrl && {
    bare: inSeconds(bare.slice(1)),
    ratio: median(seconds.map((own, run) => own / (bare[run + 1] ?? Number.NaN))).toFixed(2),
  };
  return [
    { ...start, ...beside },
    { what: `its memory on ${name}, idle for 30 s`, figure: `${median(memory).toFixed(0)} MiB` },
  ];
}

const inSeconds = (all: number[]): string => `${median(all).toFixed(2)} s`;

/** Seconds until a bare server on the same database is ready. */
async function bareStart(databaseUrl: string): Promise<number> {
  const bare = await startProgram(
    'bench/src/bare/one-query.ts',
    { PORT: String(barePort), DATABASE_URL: databaseUrl, USER_ID: nobody },
    `http://127.0.0.1:${barePort}/`,
  );
  await bare.stop();
  return bare.startedIn / 1000;
}
