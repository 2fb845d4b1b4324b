import type Stripe from 'stripe';
import type { Services } from '../../../services.ts';
import { findKnownCustomers } from '../stripe/customers/customers-repository.ts';
import { idOf } from '../stripe/reference.ts';
import { describeSale, saleOf } from '../stripe/sync/sale.ts';
import { statusOf } from '../stripe/sync/status.ts';
import type { Finding } from './compare.ts';
import type { Pace } from './pace.ts';
import { type Access, findAccess, findHoldersBesides } from './repository.ts';

/** What the walk over Stripe's running subscriptions shows. */
interface Running {
  /** Sales whose customer belongs to no user. */
  unknown: Finding[];
  /** Customers of whose access our rows say something else. */
  suspects: string[];
}

/**
 * Walks Stripe's running subscriptions, a hundred in a call, and answers those to our products whose
 * customer belongs to no user: somebody at Stripe's dashboard made them; the user's id as the customer's
 * metadata `user_id` ties them, where that user has bought nothing yet. And it answers of whom our rows
 * say otherwise who may use what, and until when, whoever's turn it is to be compared in full.
 */
export async function walkRunning(services: Services, pace: Pace): Promise<Running> {
  const { db, prices, stripe } = services;
  const unknown: Finding[] = [];
  const suspects = new Set<string>();
  const running = new Set<string>();
  for (let after: string | undefined; ; ) {
    const page = await pace.run(1, () =>
      stripe.subscriptions.list({ limit: 100, ...(after && { starting_after: after }) }),
    );
    const customers = page.data.flatMap(({ customer }) => idOf(customer) ?? []);
    const known = await findKnownCustomers(db, customers);
    const ours = await findAccess(
      db,
      page.data.map(({ id }) => id),
    );
    for (const one of page.data) {
      const customer = idOf(one.customer) ?? '';
      const hasAccess = statusOf(one)?.hasAccess ?? false;
      if (hasAccess) running.add(one.id);
      if (known.has(customer)) {
        if (!isAlike(one, ours.get(one.id))) suspects.add(customer);
        continue;
      }
      if (!hasAccess || !(await saleOf(prices, one))) continue;
      const stripe = describeSale(one);
      unknown.push({ kind: 'subscription', id: one.id, field: 'user', ours: null, stripe });
    }
    after = page.data.at(-1)?.id;
    if (page.has_more) continue;
    for (const customer of await findHoldersBesides(db, running)) suspects.add(customer);
    return { unknown, suspects: [...suspects] };
  }
}

/** Whether a row of ours gives what Stripe's subscription does, until the same moment. */
function isAlike(subscription: Stripe.Subscription, row: Access | undefined): boolean {
  const status = statusOf(subscription);
  // What was never paid has no row, nor what is not ours to sell.
  if (!row) return !status?.hasAccess;
  const end = subscription.items.data[0]?.current_period_end;
  return row.hasAccess === status?.hasAccess && row.periodEnd?.getTime() === (end ?? 0) * 1_000;
}
