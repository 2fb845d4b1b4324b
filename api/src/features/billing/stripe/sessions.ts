import { Conflict } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { closeSessions } from './close-sessions.ts';
import { syncCustomer } from './sync.ts';

export const alreadyPaid =
  'This checkout has just been completed. You will find it in My Subscriptions.';

/**
 * Closes every session that a newer wish has replaced. Throws Conflict when one was paid before
 * that could happen.
 */
export async function closeReplaced(
  services: Services,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<void> {
  if (!(await closeSessions(services, userId))) return;
  await syncCustomer(services, customerId);
  throw new Conflict(alreadyPaid);
}
