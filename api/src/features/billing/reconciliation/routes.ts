import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { withDeadline } from '../../../http/deadline.ts';
import { expectOperator } from '../../../http/operator.ts';
import { route } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { explainOutage } from '../stripe/client.ts';
import { presentRun, presentUnfinished } from './present.ts';
import { lastRuns, reconcile } from './service.ts';

/** The comparison with Stripe: its last report for admins, a new one for the operator's command. */
export function reconciliationRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.lastReconciliation, async () => {
    const { run, unfinished } = await lastRuns(services.db);
    return {
      run: run ? presentRun(run) : null,
      unfinished: unfinished ? presentUnfinished(unfinished) : null,
    };
  });

  app.post(
    '/operator/reconcile',
    { schema: { summary: 'Compare with Stripe now', tags: ['operator'] } },
    async ({ headers }) => {
      await expectOperator(services.env.JWT_SECRET, headers.authorization);
      // An operator waits as long as it takes.
      const all = () => explainOutage(() => reconcile(services));
      const run = await withDeadline(all, Number.POSITIVE_INFINITY);
      return { success: true, message: '', run: presentRun(run) };
    },
  );
}
