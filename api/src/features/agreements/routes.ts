import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { presentAgreement } from './present.ts';
import { acknowledge, listMine } from './service.ts';

/** What one has agreed to, and the changes one has been told of. */
export function agreementRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listAgreements, async ({ user }) => ({
    agreements: (await listMine(services, user.id)).map(presentAgreement),
  }));

  route(app, endpoints.acknowledgeChange, async ({ params, user, request }) => {
    await acknowledge(services, { userId: user.id, address: request.ip }, params.id);
    return {};
  });
}
