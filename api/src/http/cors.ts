import { shownHeader } from 'contract/shown-header';
import type { FastifyInstance } from 'fastify';

const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': `authorization, content-type, ${shownHeader}`,
  'access-control-max-age': '600',
};

/**
 * Lets the pages of these origins call the API from a browser. Other origins than the site's own
 * hear nothing of the kind, so their browsers keep the answers from them.
 */
export function allowOrigins(app: FastifyInstance, origins: string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'origin');
    if (!origin || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-request-id',
    });
    const asks = request.headers['access-control-request-method'];
    if (request.method === 'OPTIONS' && asks) return reply.headers(preflight).code(204).send();
  });
}
