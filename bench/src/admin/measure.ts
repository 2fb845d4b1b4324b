import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startApp } from '../lib/app.ts';
import { type Case, chooseCases } from './cases.ts';
import { makeAdmin, signIn } from './sign-in.ts';

const ports = { small: 3310, big: 3311 };
const rounds = 3;

interface Timing {
  what: string;
  requests: number;
  small: number;
  big: number;
  worst: { path: string; ms: number };
}

/**
 * Asks the same kinds of question of a small and a big database in turn, one request at a time.
 * Milliseconds of the 95th percentile of the answers, and the slowest path; last, of all of them.
 */
export async function measureAdmin(urls: { small: string; big: string }): Promise<Timing[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const sides = {
    small: await open(urls.small, ports.small, dataDir),
    big: await open(urls.big, ports.big, dataDir),
  };
  try {
    const timings: Timing[] = [];
    const all = { small: [] as Answer[], big: [] as Answer[] };
    for (const [index, big] of sides.big.cases.entries()) {
      const small = sides.small.cases[index] as Case;
      await time(sides.small.ask, small.paths, 1);
      await time(sides.big.ask, big.paths, 1);
      const [a, b] = [
        await time(sides.small.ask, small.paths, rounds),
        await time(sides.big.ask, big.paths, rounds),
      ];
      all.small.push(...a);
      all.big.push(...b);
      const timing = compare(big.what, a, b);
      timings.push(timing);
      process.stderr.write(
        `${big.what}: ${timing.big.toFixed(1)} ms, worst ${timing.worst.ms.toFixed(0)} ${timing.worst.path}\n`,
      );
    }
    return [...timings, compare('all of these', all.small, all.big)];
  } finally {
    await sides.small.close();
    await sides.big.close();
    await rm(dataDir, { recursive: true });
  }
}

interface Answer {
  path: string;
  ms: number;
}

function compare(what: string, small: Answer[], big: Answer[]): Timing {
  const worst = big.toSorted((x, y) => y.ms - x.ms)[0];
  if (!worst) throw new Error(`${what} asks for nothing`);
  return { what, requests: big.length, small: percentile(small), big: percentile(big), worst };
}

type Ask = (path: string) => Promise<void>;

async function open(databaseUrl: string, port: number, dataDir: string) {
  await makeAdmin(databaseUrl);
  const database = new pg.Pool({ connectionString: databaseUrl });
  const cases = await chooseCases(database);
  await database.end();
  const app = await startApp({ databaseUrl, dataDir, port, readyPath: '/healthz' });
  const api = `http://127.0.0.1:${port}/api`;
  const headers = await signIn(api);
  const ask: Ask = async (path) => {
    const reply = await fetch(`${api}${path}`, { headers });
    const body = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${body}`);
  };
  return { cases, ask, close: () => app.stop() };
}

async function time(ask: Ask, paths: string[], times: number): Promise<Answer[]> {
  const all: Answer[] = [];
  for (let round = 0; round < times; round += 1) {
    for (const path of paths) {
      const began = performance.now();
      await ask(path);
      all.push({ path, ms: performance.now() - began });
    }
  }
  return all;
}

function percentile(timings: Answer[]): number {
  const sorted = timings.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
