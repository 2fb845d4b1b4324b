import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { noteListOpened } from '../audit/service.ts';
import { listFailures, retryJobs } from './service.ts';

/** What an operator has to see to. */
export function operationsRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listFailures, async ({ user, request }) => {
    const failures = await listFailures(services);
    const by = { actorId: user.id, address: request.ip };
    // Who was to get a mail stands in it.
    await noteListOpened(services, by, { list: 'failures' }, { rows: failures.jobs });
    return failures;
  });

  route(app, endpoints.retryJobs, async ({ user, request }) => {
    await retryJobs(services, { adminId: user.id, address: request.ip });
    return { message: 'Jobs queued again' };
  });

  route(app, endpoints.retryJob, async ({ params, user, request }) => {
    await retryJobs(services, { id: params.id, adminId: user.id, address: request.ip });
    return { message: 'Job queued again' };
  });
}
