import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

// Below those that Linux gives to connections going out: what ends and begins again finds its own still free.
const LOWEST = 10_000;
const HIGHEST = 32_000;

/**
 * A port, from 10,000 to 32,000, that nobody listened to just now, at whatever address of this machine. Each is answered
 * once to all processes of a run of `npm test`, which begin many servers at the same moment: they share the
 * folder `TAKEN_PORTS`.
 */
export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
  if (!take(port)) return freePort();
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  server.close();
  await once(server, 'close');
  return port;
}

/** Notes a port as taken; whether nobody had. */
function take(port: number): boolean {
  const folder = process.env.TAKEN_PORTS;
  if (!folder) return true;
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, String(port)), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
