import type { Services } from '../../../services.ts';
import { findKnownCustomers } from '../stripe/customers/customers-repository.ts';
import { idOf } from '../stripe/reference.ts';
import { describeSale, saleOf } from '../stripe/sync/sale.ts';
import { statusOf } from '../stripe/sync/status.ts';
import type { Finding } from './compare.ts';
import type { Pace } from './pace.ts';

/**
 * Walks Stripe's running subscriptions and answers those to our products whose customer belongs to
 * no user. Somebody at Stripe's dashboard made them; the user's id as the customer's metadata
 * `user_id` ties them, where that user has bought nothing yet.
 */
export async function findUnknownSales(services: Services, pace: Pace): Promise<Finding[]> {
  const { db, prices, stripe } = services;
  const found: Finding[] = [];
  for (let after: string | undefined; ; ) {
    const page = await pace.run(1, () =>
      stripe.subscriptions.list({ limit: 100, ...(after && { starting_after: after }) }),
    );
    const customers = page.data.flatMap(({ customer }) => idOf(customer) ?? []);
    const known = await findKnownCustomers(db, customers);
    for (const one of page.data) {
      if (known.has(idOf(one.customer) ?? '') || !statusOf(one)?.hasAccess) continue;
      if (!(await saleOf(prices, one))) continue;
      const stripe = describeSale(one);
      found.push({ kind: 'subscription', id: one.id, field: 'user', ours: null, stripe });
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more) return found;
  }
}
