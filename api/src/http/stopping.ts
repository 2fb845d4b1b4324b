import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from './errors.ts';

/** How long requests in flight may still take, so that there is time left to give back the jobs. */
const timeoutMs = 4_000;

/**
 * Makes `app.close()` wait for requests, and for nothing else. A browser opens connections in
 * advance, and a server that waits for those to say something waits longer than it may. What comes on a
 * connection that is still open is refused in our words, with `headers` and the id of the request.
 */
export function stopForRequestsOnly(app: FastifyInstance, headers: Record<string, string>): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));

  let isStopping = false;
  app.addHook('onRequest', (request, reply, done) => {
    if (!isStopping) return done();
    // Those of the API and of its guards are set later.
    reply.headers({ ...headers, 'cache-control': 'no-store', 'x-request-id': request.id });
    done(new Unavailable('The server is being restarted. Please try again in a few seconds.'));
  });

  app.addHook('preClose', async () => {
    isStopping = true;
    for (const socket of unused) socket.destroy();
    const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
    app.server.once('close', () => clearTimeout(timer));
  });
}
