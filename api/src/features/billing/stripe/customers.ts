import type { Services } from '../../../app.ts';
import { NotFound } from '../../../http/errors.ts';
import { findUser } from '../../accounts/repository.ts';
import { findCustomerOfUser, insertCustomer } from './customers-repository.ts';

/** The user's Stripe customer, made on first need. A repeat finds the same one. */
export async function ensureCustomer({ db, stripe }: Services, userId: string): Promise<string> {
  const known = await findCustomerOfUser(db, userId);
  if (known) return known;
  const user = await findUser(db, userId);
  if (!user) throw new NotFound();
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
