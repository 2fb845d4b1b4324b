import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { termsHeldBy } from '../../agreements/in-force.ts';
import { presentOffer } from './present.ts';
import { listOffers } from './service.ts';

/** What is on sale. */
export function planRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    endpoints.listPlans,
    async ({ user }) => {
      const [offers, terms] = await Promise.all([
        listOffers(services, user?.id),
        user && termsHeldBy(services.db, user.id),
      ]);
      return { plans: offers.map(presentOffer), terms: terms?.to_come.length ? terms : null };
    },
    { recognise: true, visitorsAlike: true },
  );
}
