import type { Services } from '../../../app.ts';
import { findAccount } from '../../accounts/service.ts';
import { findCustomerOfUser, insertCustomer } from './customers-repository.ts';

/** The user's Stripe customer, made on first need. A repeat finds the same one. */
export async function ensureCustomer(services: Services, userId: string): Promise<string> {
  const { db, stripe } = services;
  const known = await findCustomerOfUser(db, userId);
  if (known) return known;
  const user = await findAccount(services, userId);
  const customer = await stripe.customers.create(
    {
      email: user.email,
      name: `${user.firstName} ${user.lastName}`,
      metadata: { user_id: userId },
    },
    { idempotencyKey: `customer-${userId}` },
  );
  await insertCustomer(db, customer.id, userId);
  return customer.id;
}
