import type { Services } from '../../../services.ts';
import { tieCustomer, userNamedBy } from '../stripe/customers/customers.ts';
import { findUsersWithoutCustomer } from '../stripe/customers/customers-repository.ts';
import type { Finding } from './compare.ts';
import type { Pace } from './pace.ts';

const pageSize = 100;

/**
 * Walks Stripe's customers and ties those to their users whose tie was lost, a page at a time.
 * Answers what it tied. Where two could be the one, it takes the newest.
 */
export async function tieLostCustomers(services: Services, pace: Pace): Promise<Finding[]> {
  const { db, stripe } = services;
  const tied: Finding[] = [];
  for (let after: string | undefined; ; ) {
    const page = await pace.run(1, () =>
      stripe.customers.list({ limit: pageSize, ...(after && { starting_after: after }) }),
    );
    const lost = new Set(
      await findUsersWithoutCustomer(
        db,
        page.data.flatMap((customer) => userNamedBy(customer) ?? []),
      ),
    );
    for (const customer of page.data) {
      const userId = userNamedBy(customer);
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
    after = page.data.at(-1)?.id;
    if (!page.has_more) return tied;
  }
}
