import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../../http/route.ts';
import type { Services } from '../../../../services.ts';
import { listOpenEvents, presentEvent, resendEvent } from './open-events.ts';

/** Stripe's events as an operator sees them. */
export function eventRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listOpenEvents, async ({ query }) => {
    const { rows, count, next } = await listOpenEvents(services, query);
    return { events: rows.map(presentEvent), count, next };
  });

  route(app, endpoints.resendEvent, async ({ params, user, request }) => {
    await resendEvent(services, { id: params.id, adminId: user.id, address: request.ip });
    return { message: 'Event queued again' };
  });
}
