import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { adminDashboard, userDashboard } from './service.ts';

/** Both dashboards. */
export function dashboardRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.userDashboardStats, async ({ user }) => ({
    data: await userDashboard(services, user.id),
  }));

  route(app, endpoints.adminDashboardStats, async () => ({
    data: await adminDashboard(services),
  }));
}
