import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { presentOffer } from './present.ts';
import { listOffers } from './service.ts';

/** What is on sale. */
export function planRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    endpoints.listPlans,
    async ({ user }) => ({ plans: (await listOffers(services, user?.id)).map(presentOffer) }),
    { recognise: true, visitorsAlike: true },
  );
}
