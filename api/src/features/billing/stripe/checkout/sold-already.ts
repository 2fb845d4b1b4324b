import type { Plan } from 'contract/catalogue';
import { emailKey } from '../../../../db/email-key.ts';
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

/** Customers at Stripe with the same e-mail, however it is spelled, that belong to no user of ours. */
async function namesakesOf(
  { db, stripe }: Pick<Services, 'db' | 'stripe'>,
  customerId: string,
): Promise<string[]> {
  const customer = await findCustomer(db, customerId);
  if (!customer) return [];
  const { email } = customer;
  const key = emailKey(email);
  // The list knows one spelling, and the newest; the search knows capitals, of a minute ago.
  const found = await Promise.all([
    stripe.customers.list({ email, limit: 100 }),
    stripe.customers.search({ query: `email:${JSON.stringify(email)}`, limit: 100 }),
    ...(key === email ? [] : [stripe.customers.list({ email: key, limit: 100 })]),
  ]);
  const ids = found
    .flatMap(({ data }) => data)
    .filter((one) => one.id !== customerId && emailKey(one.email ?? '') === key)
    .map(({ id }) => id);
  const known = await findKnownCustomers(db, ids);
  return [...new Set(ids)].filter((id) => !known.has(id));
}

function overlaps(sale: Sale | Unserved | undefined, plan: Plan): boolean {
  if (sale === undefined || sale === 'unserved') return sale === 'unserved';
  return overlap(productOf(sale.plan.productId), productOf(plan.productId));
}
