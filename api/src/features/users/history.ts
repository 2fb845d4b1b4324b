import type { Services } from '../../services.ts';
import { hasSecondFactor } from '../accounts/service.ts';
import { type Action, listEntries } from '../audit/service.ts';
import { newestPaymentsOf } from '../billing/payments/service.ts';
import { readMine } from '../billing/subscriptions/service.ts';
import { isTrialAllowed } from '../billing/trials/service.ts';
import { mayUseAny } from '../products/access.ts';
import { getUser } from './service.ts';
import { reasonOf, timelineOf } from './timeline.ts';

const shownPayments = 500;
const shownActs = 100;
const shownActions = [
  'user.activated',
  'user.deactivated',
  'user.trial-allowed',
  'subscription.withdrawn',
  'payment.refunded',
] satisfies Action[];

/** What a user holds and has paid, and why there is access or not. Throws NotFound. */
export async function historyOf(services: Services, userId: string) {
  const user = await getUser(services, userId);
  const [{ subscriptions, credit }, payments, acts, isTrialOpen, hasFactor, hasAccess] =
    await Promise.all([
      readMine(services, userId),
      newestPaymentsOf(services, userId, shownPayments),
      actsOn(services, userId),
      isTrialAllowed(services.db, userId),
      hasSecondFactor(services.db, userId),
      mayUseAny(services.db, userId),
    ]);
  const lived = { user, subscriptions, payments, acts };
  return {
    user,
    subscriptions,
    payments,
    credit,
    isTrialAllowed: isTrialOpen,
    hasFactor,
    hasAccess,
    because: reasonOf(lived),
    timeline: timelineOf(lived),
  };
}

/** What admins did that decided about access or money, however much else they did since. */
async function actsOn({ db }: Services, target: string) {
  const pages = await Promise.all(
    shownActions.map((action) =>
      listEntries(db, { target, action }, { page: 1, pageSize: shownActs }),
    ),
  );
  return pages.flatMap(({ rows }) => rows.map(({ entry }) => entry));
}
