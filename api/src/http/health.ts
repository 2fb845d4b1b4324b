import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';

/** `/healthz`: the process lives. `/readyz`: it can serve, that is, its database answers. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await database.ping();
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });
}
