import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../lib/app.ts';
import { residentMemory } from '../lib/program.ts';
import { makeAdmin, signIn } from './sign-in.ts';

const port = 3312;

/** Takes every user of a database away as CSV: lines, seconds, and the most memory the server held. */
export async function measureExport(databaseUrl: string): Promise<string> {
  await makeAdmin(databaseUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const app = await startApp({ databaseUrl, dataDir, port, readyPath: '/healthz' });
  try {
    const api = `http://127.0.0.1:${port}/api`;
    const headers = { ...(await signIn(api)), 'content-type': 'application/json' };
    const body = JSON.stringify({ list: 'users' });
    const ticket = await fetch(`${api}/admin/exports`, { method: 'POST', headers, body });
    const { url } = (await ticket.json()) as { url: string };
    const before = await residentMemory(app);
    const began = performance.now();
    const file = await fetch(`http://127.0.0.1:${port}${url}`);
    const lines: number[] = [];
    const memory: number[] = [];
    for await (const chunk of file.body as unknown as AsyncIterable<Uint8Array>) {
      lines.push(chunk.reduce((count, byte) => count + Number(byte === 10), 0));
      if (lines.length % 100 === 0) memory.push(await residentMemory(app));
    }
    const seconds = (performance.now() - began) / 1000;
    const written = lines.reduce((sum, count) => sum + count, 0) - 1;
    return [
      `${written} users as CSV in ${seconds.toFixed(0)} s; the server held ${before.toFixed(0)} MiB`,
      `before, ${Math.max(...memory.slice(0, memory.length / 2)).toFixed(0)} MiB at most in the first`,
      `half and ${Math.max(...memory.slice(memory.length / 2)).toFixed(0)} MiB in the second.`,
    ].join(' ');
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true });
  }
}
