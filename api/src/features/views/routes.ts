import { endpoints } from 'contract/endpoints';
import * as messages from 'contract/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { endView, openView } from './service.ts';

/** What an admin sees of a user's pages, to read only. */
export function viewRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.openView, async ({ user, params, body, request }) => ({
    data: await openView(
      services,
      { admin: user, address: request.ip },
      { userId: params.id, reason: body.reason },
    ),
  }));

  route(app, endpoints.endView, async ({ user, request }) => {
    await endView(services, { admin: user, address: request.ip });
    return { message: messages.viewEnded };
  });
}
