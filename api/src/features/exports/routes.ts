import { Readable } from 'node:stream';
import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { openExport, prepareExport } from './service.ts';

/** Lists as CSV files. */
export function exportRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.createExport, async ({ body, user, request }) => {
    const ticket = await prepareExport(services, { admin: user, address: request.ip }, body);
    return { url: `/api/admin/exports/download?ticket=${ticket}` };
  });

  // Not an answer in the envelope but a file, opened by the browser itself with a ticket.
  app.get(
    '/admin/exports/download',
    {
      schema: { summary: 'The file of a ticket', tags: ['admin'] },
      // A look at the headers would use the ticket up.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { ticket } = request.query as { ticket?: unknown };
      const { name, lines } = await openExport(services, {
        ticket: typeof ticket === 'string' ? ticket : '',
        address: request.ip,
      });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(lines));
    },
  );
}
