import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../app.ts';
import { route } from '../../http/route.ts';
import { presentUser } from './present.ts';
import { listUsers, setStatus } from './service.ts';

/** The users as admins manage them. */
export function userRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listUsers, async ({ query }) => {
    const { rows, stats } = await listUsers(services, query);
    return { data: { users: rows.map(presentUser), stats, count: stats.total } };
  });

  route(app, endpoints.setUserStatus, async ({ params, body, user, request }) => {
    await setStatus(services, {
      adminId: user.id,
      userId: params.id,
      isActive: body.isActive,
      address: request.ip,
    });
    return { message: body.isActive ? 'User activated' : 'User deactivated' };
  });
}
