import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { BadRequest } from '../../http/errors.ts';
import { expectOperator } from '../../http/operator.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { announceChange, announcement } from './changes.ts';
import { presentAgreement } from './present.ts';
import { acknowledge, listMine } from './service.ts';

/** What one has agreed to, and the changes one has been told of; for the operator's command, telling of one. */
export function agreementRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listAgreements, async ({ user }) => ({
    agreements: (await listMine(services, user.id)).map(presentAgreement),
  }));

  route(app, endpoints.acknowledgeChange, async ({ params, user, request }) => {
    await acknowledge(services, { userId: user.id, address: request.ip }, params.id);
    return {};
  });

  app.post(
    '/operator/legal-announce',
    { schema: { summary: 'Announce a change of the terms or the policy', tags: ['operator'] } },
    async ({ headers, body }) => {
      await expectOperator(services.env.JWT_SECRET, headers.authorization);
      const { data } = announcement.safeParse(body);
      if (!data) throw new BadRequest('Name the text, a day and what changes.');
      await announceChange(services, data);
      return { success: true, message: '' };
    },
  );
}
