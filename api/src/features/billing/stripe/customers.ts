import type { Services } from '../../../app.ts';
import { findAccount } from '../../accounts/service.ts';
import { unlessMissing } from './client.ts';
import { findCustomerOfUser, storeCustomer } from './customers-repository.ts';

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
  await storeCustomer(db, customer.id, userId);
  return customer.id;
}

async function isDeleted({ stripe }: Services, customerId: string): Promise<boolean> {
  const customer = await unlessMissing(stripe.customers.retrieve(customerId));
  return customer === null || customer.deleted === true;
}
