import { ownActions } from 'contract/account-history';
import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { presentEntry, presentOwn } from './present.ts';
import { entriesAbout, listEntries, noteListOpened } from './service.ts';

/** The audit log, to read: all of it for admins, and for everybody what concerns their account. */
export function auditRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  route(app, endpoints.listAudit, async ({ query, user, request }) => {
    const page = await listEntries(db, query, query);
    const by = { actorId: user.id, address: request.ip };
    await noteListOpened(services, by, { list: 'audit', query }, page);
    const { rows, next, previous } = page;
    return { entries: rows.map(presentEntry), next, previous };
  });

  route(app, endpoints.accountHistory, async ({ user }) => ({
    data: (await entriesAbout({ db }, user.id, ownActions)).map((row) => presentOwn(row, user.id)),
  }));
}
