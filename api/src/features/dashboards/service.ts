import type { AdminDashboard, UserDashboard } from 'contract/dashboards';
import type { Services } from '../../services.ts';
import { newestPayments } from '../billing/payments/list.ts';
import { newestPaymentsOf } from '../billing/payments/service.ts';
import { readMine } from '../billing/subscriptions/service.ts';
import { readOverview } from './overview.ts';
import { presentAdminDashboard, presentUserDashboard } from './present.ts';
import { sumSpent } from './repository.ts';

/** At most so many on the user's dashboard (product U20). */
const shownPayments = 3;
const shownToAdmins = 5;

/** What a user holds, has spent and pays next. */
export async function userDashboard(services: Services, userId: string): Promise<UserDashboard> {
  const [mine, spent, payments] = await Promise.all([
    readMine(services, userId),
    sumSpent(services.db, userId),
    newestPaymentsOf(services, userId, shownPayments),
  ]);
  return presentUserDashboard({ ...mine, spent, payments, now: services.stripeClock.now() });
}

/** The overview for admins. */
export async function adminDashboard(services: Services): Promise<AdminDashboard> {
  const [overview, payments] = await Promise.all([
    readOverview(services),
    newestPayments(services, shownToAdmins),
  ]);
  return presentAdminDashboard(overview, payments);
}
