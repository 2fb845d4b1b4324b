import type { Plan } from 'contract/catalogue';
import { Conflict } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { overlap, productOf } from '../../subscriptions/rules.ts';
import { findCustomer, findKnownCustomers } from '../customers/customers-repository.ts';
import type { Projection } from '../sync/projection.ts';
import { type Sale, saleOf, type Unserved } from '../sync/sale.ts';
import { statusOf } from '../sync/status.ts';

const soldAlready =
  'You already pay for a subscription that cannot be shown here. Please contact us before you buy another one.';

/**
 * Throws Conflict when somebody pays already, by a subscription that was made at Stripe's dashboard,
 * for something that we do not serve: sold in a way that we cannot read, or to another customer of
 * the same e-mail. `alerts` are those of the sync just before.
 */
export async function refuseSoldAlready(
  { db, prices, stripe }: Services,
  { customerId, alerts, plan }: { customerId: string; alerts: Projection['alerts']; plan: Plan },
): Promise<void> {
  if (alerts.some(({ field }) => field === 'access')) throw new Conflict(soldAlready);
  for (const customer of await namesakesOf({ db, stripe }, customerId)) {
    for await (const one of stripe.subscriptions.list({ customer, limit: 100 })) {
      const isRunning = statusOf(one)?.hasAccess;
      if (isRunning && overlaps(await saleOf(prices, one), plan)) throw new Conflict(soldAlready);
    }
  }
}

/** Customers at Stripe with the same e-mail that belong to no user of ours. */
async function namesakesOf(
  { db, stripe }: Pick<Services, 'db' | 'stripe'>,
  customerId: string,
): Promise<string[]> {
  const customer = await findCustomer(db, customerId);
  if (!customer) return [];
  const { data } = await stripe.customers.list({ email: customer.email, limit: 100 });
  const ids = data.map(({ id }) => id).filter((id) => id !== customerId);
  const known = await findKnownCustomers(db, ids);
  return ids.filter((id) => !known.has(id));
}

function overlaps(sale: Sale | Unserved | undefined, plan: Plan): boolean {
  if (sale === undefined || sale === 'unserved') return sale === 'unserved';
  return overlap(productOf(sale.plan.productId), productOf(plan.productId));
}
