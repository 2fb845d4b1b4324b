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
 * Milliseconds of the 95th percentile of the answers, and the slowest path.
 */
export async function measureAdmin(urls: { small: string; big: string }): Promise<Timing[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const sides = {
    small: await open(urls.small, ports.small, dataDir),
    big: await open(urls.big, ports.big, dataDir),
  };
  try {
    const timings: Timing[] = [];
    for (const [index, big] of sides.big.cases.entries()) {
      const small = sides.small.cases[index] as Case;
      await time(sides.small.ask, small.paths, 1);
      await time(sides.big.ask, big.paths, 1);
      const [a, b] = [
        await time(sides.small.ask, small.paths, rounds),
        await time(sides.big.ask, big.paths, rounds),
      ];
      const slowest = b.toSorted((x, y) => y.ms - x.ms)[0];
      if (!slowest) throw new Error(`${big.what} asks for nothing`);
      timings.push({
        what: big.what,
        requests: b.length,
        small: percentile(a),
        big: percentile(b),
        worst: slowest,
      });
      process.stderr.write(
        `${big.what}: ${percentile(b).toFixed(1)} ms, worst ${slowest.ms.toFixed(0)} ${slowest.path}\n`,
      );
    }
    return timings;
  } finally {
    await sides.small.close();
    await sides.big.close();
    await rm(dataDir, { recursive: true });
  }
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

async function time(ask: Ask, paths: string[], times: number) {
  const all: { path: string; ms: number }[] = [];
  for (let round = 0; round < times; round += 1) {
    for (const path of paths) {
      const began = performance.now();
      await ask(path);
      all.push({ path, ms: performance.now() - began });
    }
  }
  return all;
}

function percentile(timings: { ms: number }[]): number {
  const sorted = timings.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
