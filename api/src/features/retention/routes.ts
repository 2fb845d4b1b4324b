import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { lastRun } from './service.ts';

/** What was cleared away, as admins see it. */
export function retentionRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.lastRetention, async () => {
    const run = await lastRun(services);
    return {
      run: run
        ? {
            started_at: run.startedAt.toISOString(),
            finished_at: run.finishedAt.toISOString(),
            counts: run.counts,
            is_partial: run.isPartial,
          }
        : null,
    };
  });
}
