import type { Services } from '../../app.ts';
import { listEntries } from '../audit/service.ts';
import { newestPaymentsOf } from '../billing/payments/service.ts';
import { listMine } from '../billing/subscriptions/service.ts';
import { getUser } from './service.ts';
import { reasonOf, timelineOf } from './timeline.ts';

const shownPayments = 500;
const shownActs = 100;

/** What a user holds and has paid, and why there is access or not. Throws NotFound. */
export async function historyOf(services: Services, userId: string) {
  const user = await getUser(services, userId);
  const [subscriptions, payments, acts] = await Promise.all([
    listMine(services, userId),
    newestPaymentsOf(services, userId, shownPayments),
    listEntries(services.db, { target: userId }, { page: 1, pageSize: shownActs }),
  ]);
  const lived = { user, subscriptions, payments, acts: acts.rows.map(({ entry }) => entry) };
  return {
    user,
    subscriptions,
    payments,
    hasAccess: user.isActive && subscriptions.some((subscription) => subscription.hasAccess),
    because: reasonOf(lived),
    timeline: timelineOf(lived),
  };
}
