import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const RELEASE_MS = 6_000;
const POLL_MS = 150;
// A server on one of these does not always stop another from taking the rest.
const HOSTS = ['127.0.0.1', '::1', undefined];

const faultOf = (port: number, host: string | undefined): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });

/** Whether nobody listens on a port. Throws where this user may not. */
export async function isFree(name: string, port: number): Promise<boolean> {
  for (const host of HOSTS) {
    const fault = await faultOf(port, host);
    if (fault === 'EADDRINUSE') return false;
    if (fault === 'EACCES') {
      throw new Error(`Port ${port} may not be opened by this user. Set ${name} to another one.`);
    }
  }
  return true;
}

/**
 * Resolves when every named port is free. An earlier instance gets a few seconds (`waitMs`) to
 * leave; then it rejects with the setting to change.
 */
export async function waitForPorts(
  ports: Array<[name: string, port: number]>,
  waitMs = RELEASE_MS,
): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (const [name, port] of ports) {
    while (!(await isFree(name, port))) {
      if (Date.now() > deadline) {
        throw new Error(
          `Port ${port} is used by another program. Set ${name} to a free one, for example: ${name}=${port + 1} npm start`,
        );
      }
      await sleep(POLL_MS);
    }
  }
}
