import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from './lib/app.ts';
import { residentMemory, startEverything } from './lib/child.ts';
import { median } from './lib/median.ts';
import type { Row } from './report.ts';

const times = 5;
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

/** How long the server alone takes to its first 200, and what memory it holds when left alone. */
export async function benchColdStart(name: string, databaseUrl?: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const seconds: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run <= times; run += 1) {
    const app = await startApp({ databaseUrl, dataDir });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    if (run > 0) {
      seconds.push(app.startedIn / 1000);
      memory.push(await residentMemory(app));
    }
    await app.stop();
  }
  await rm(dataDir, { recursive: true });
  return [
    { what: `server alone on ${name} to its first 200`, figure: `${median(seconds).toFixed(2)} s` },
    { what: `its memory on ${name}, idle for 5 s`, figure: `${median(memory).toFixed(0)} MiB` },
  ];
}
