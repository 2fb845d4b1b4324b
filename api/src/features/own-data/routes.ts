import { endpoints } from 'contract/endpoints';
import * as messages from 'contract/messages';
import type { FastifyInstance } from 'fastify';
import { requireAccess } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { fetchCopy, requestCopy } from './copies.ts';
import { leave } from './leave.ts';

/** A copy of one's data, and the end of one's account. */
export function ownDataRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    endpoints.requestCopy,
    async ({ user, request }) => ({
      message: await requestCopy(services, { id: user.id, address: request.ip }),
    }),
    { status: 202 },
  );

  // Not an answer in the envelope but a file, for the one whose it is.
  app.get(
    '/user/export',
    {
      schema: { summary: 'The copy of your data, by the link that was mailed', tags: ['user'] },
      onRequest: requireAccess({ access: 'signed-in', acts: true }),
      // A look at the headers would use the link up.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { token } = request.query as { token?: unknown };
      const asker = { id: request.user?.id ?? '', address: request.ip };
      const { name, content } = await fetchCopy(
        services,
        asker,
        typeof token === 'string' ? token : '',
      );
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Buffer.from(content));
    },
  );

  route(app, endpoints.deleteAccount, async ({ user, body, request, signal }) => {
    await leave(
      services,
      { id: user.id, sessionId: user.sessionId, ...body },
      { address: request.ip, signal, agent: request.headers['user-agent'] },
    );
    return { message: messages.accountDeleted };
  });
}
