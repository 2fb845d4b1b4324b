import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { listFailures, retryJobs } from './service.ts';

/** What an operator has to see to. */
export function operationsRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listFailures, () => listFailures(services));

  route(app, endpoints.retryJobs, async ({ user, request }) => {
    await retryJobs(services, { adminId: user.id, address: request.ip });
    return { message: 'Jobs queued again' };
  });

  route(app, endpoints.retryJob, async ({ params, user, request }) => {
    await retryJobs(services, { id: params.id, adminId: user.id, address: request.ip });
    return { message: 'Job queued again' };
  });
}
