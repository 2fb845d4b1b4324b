import type { Services } from '../../../app.ts';
import { findAccount } from '../../accounts/service.ts';
import { unlessMissing } from './client.ts';
import { findCustomerOfUser, holdUser, storeCustomer } from './customers-repository.ts';

/**
 * The user's Stripe customer, made on first need and again after it was deleted at Stripe. A
 * repeat finds the same one.
 */
export async function ensureCustomer(services: Services, userId: string): Promise<string> {
  const { db, stripe } = services;
  const known = await findCustomerOfUser(db, userId);
  if (known && !(await isDeleted(services, known))) return known;
  const user = await findAccount(services, userId);
  const customer = await stripe.customers.create(
    {
      email: user.email,
      name: `${user.firstName} ${user.lastName}`,
      metadata: { user_id: userId },
    },
    { idempotencyKey: `customer-${userId}-${known ?? 'first'}` },
  );
  await tieCustomer(services, customer.id, userId);
  return customer.id;
}

/** Notes whose customer it is. That of somebody who has been deleted since is forgotten at Stripe. */
export async function tieCustomer(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  customerId: string,
  userId: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const isThere = await holdUser(transaction, userId);
    await storeCustomer(transaction, customerId, userId);
    if (!isThere) await jobs.enqueue(transaction, 'forget-customer', { customerId });
  });
}

async function isDeleted({ stripe }: Services, customerId: string): Promise<boolean> {
  const customer = await unlessMissing(stripe.customers.retrieve(customerId));
  return customer === null || customer.deleted === true;
}
