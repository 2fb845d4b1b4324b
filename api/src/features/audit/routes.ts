import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { presentEntry } from './present.ts';
import { listEntries } from './service.ts';

/** The audit log, to read. */
export function auditRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, endpoints.listAudit, async ({ query }) => {
    const { rows, next, previous } = await listEntries(db, query, query);
    return { entries: rows.map(presentEntry), next, previous };
  });
}
