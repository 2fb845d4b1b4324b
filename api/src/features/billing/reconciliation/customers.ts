import type Stripe from 'stripe';
import { validate } from 'uuid';
import type { Services } from '../../../services.ts';
import { tieCustomer } from '../stripe/customers/customers.ts';
import type { Finding } from './compare.ts';
import { findUsersWithoutCustomer } from './repository.ts';

const pageSize = 100;

/**
 * Walks Stripe's customers and ties those to their users whose tie was lost, a page at a time.
 * Answers what it tied. Where two could be the one, it takes the newest.
 */
export async function tieLostCustomers(services: Services): Promise<Finding[]> {
  const { db, stripe } = services;
  const tied: Finding[] = [];
  const page: Stripe.Customer[] = [];
  const flush = async (): Promise<void> => {
    const batch = page.splice(0);
    const lost = new Set(await findUsersWithoutCustomer(db, batch.flatMap(usersOf)));
    for (const customer of batch) {
      const [userId] = usersOf(customer);
      if (!userId || !lost.delete(userId)) continue;
      await tieCustomer(services, customer.id, userId);
      tied.push({
        kind: 'customer',
        id: customer.id,
        field: 'row',
        ours: null,
        stripe: 'present',
      });
    }
  };
  for await (const customer of stripe.customers.list({ limit: pageSize })) {
    page.push(customer);
    if (page.length === pageSize) await flush();
  }
  await flush();
  return tied;
}

function usersOf({ metadata }: Stripe.Customer): string[] {
  const id = metadata.user_id;
  return id && validate(id) ? [id] : [];
}
