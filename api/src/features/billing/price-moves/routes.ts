import { findPlan } from 'contract/catalogue';
import { idOf } from 'contract/text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { withDeadline } from '../../../http/deadline.ts';
import { BadRequest } from '../../../http/errors.ts';
import { expectOperator } from '../../../http/operator.ts';
import type { Services } from '../../../services.ts';
import { explainOutage } from '../stripe/client.ts';
import { lineOf, sumOf } from './present.ts';
import { movePrices } from './service.ts';

const given = z.object({
  plan: idOf('This plan does not exist'),
  from: z.iso.date(),
  dry_run: z.boolean(),
});

/** For the operator's command, where the database is open to this process alone. */
export function priceMoveRoutes(app: FastifyInstance, services: Services): void {
  app.post(
    '/operator/prices-move',
    { schema: { summary: 'Move holders of a plan to its new price', tags: ['operator'] } },
    async ({ headers, body }) => {
      await expectOperator(services.env.JWT_SECRET, headers.authorization);
      const { data } = given.safeParse(body);
      const plan = findPlan(data?.plan ?? '');
      if (!data || !plan) throw new BadRequest('Name a plan and a day.');
      const move = { plan, from: data.from, isDryRun: data.dry_run };
      const all = () => explainOutage(() => Array.fromAsync(movePrices(services, move)));
      // An operator waits as long as it takes.
      const holders = await withDeadline(all, Number.POSITIVE_INFINITY);
      const lines = [...holders.map((one) => lineOf(one, move)), sumOf(holders, move)];
      return { success: true, message: '', lines };
    },
  );
}
