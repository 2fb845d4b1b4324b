import { once } from 'node:events';
import { createServer } from 'node:net';

// Below those that Linux gives to connections going out: what ends and begins again finds its own still free.
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A port, from 10,000 to 32,000, that nobody listened to just now, at whatever address of this machine. */
export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
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
