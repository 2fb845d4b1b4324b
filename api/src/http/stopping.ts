import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests in flight may still take, so that there is time left to give back the jobs. */
const timeoutMs = 4_000;

/**
 * Makes `app.close()` wait for requests, and for nothing else. A browser opens connections in
 * advance, and a server that waits for those to say something waits longer than it may.
 */
export function stopForRequestsOnly(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));

  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
    const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
    app.server.once('close', () => clearTimeout(timer));
  });
}
