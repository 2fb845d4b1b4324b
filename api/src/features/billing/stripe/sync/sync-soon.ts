import type { Services } from '../../../../services.ts';
import { explainOutage } from '../client.ts';
import { syncCustomer } from './sync.ts';

/**
 * Syncs a customer at whose account something has just been done that stands: where that fails now, a
 * job does it, and whoever waits is not told that nothing was done.
 */
export async function syncSoon(services: Services, customerId: string): Promise<void> {
  const { db, jobs, log } = services;
  try {
    await explainOutage(() => syncCustomer(services, customerId));
  } catch (error) {
    log.warn({ customerId, error }, 'syncs a customer later');
    await db.transaction((transaction) =>
      jobs.enqueue(transaction, 'sync-customer', { customerId }),
    );
  }
}
