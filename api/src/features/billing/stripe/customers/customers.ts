import Stripe from 'stripe';
import { validate } from 'uuid';
import { lockUser } from '../../../../db/lock-user.ts';
import type { Services } from '../../../../services.ts';
import { findAccount } from '../../../accounts/service.ts';
import { unlessMissing } from '../client.ts';
import { footerOf } from '../sync/seller.ts';
import {
  findCustomerOfUser,
  findUsersWithoutCustomer,
  storeCustomer,
} from './customers-repository.ts';

/**
 * The user's Stripe customer, made on first need and again after it was deleted at Stripe, with the
 * user's name and e-mail of now. A repeat finds the same one: what is sent under the idempotency key
 * never changes, and the person follows without one.
 */
export async function ensureCustomer(services: Services, userId: string): Promise<string> {
  const { db, stripe } = services;
  const { email, firstName, lastName } = await findAccount(services, userId);
  const person = { email, name: `${firstName} ${lastName}` };
  const footer = footerOf(services.env);
  const known = await findCustomerOfUser(db, userId);
  const there = known ? await unlessMissing(stripe.customers.retrieve(known)) : null;
  const customer =
    there && !there.deleted
      ? there
      : await stripe.customers.create(
          { metadata: { user_id: userId } },
          { idempotencyKey: `customer-${userId}-${known ?? 'first'}` },
        );
  const given = customer.metadata.account_name;
  const isSame =
    customer.email === person.email &&
    given === person.name &&
    customer.invoice_settings.footer === footer;
  if (!isSame) {
    await introduce(stripe, customer.id, {
      email,
      ...(!hasOwnName(customer) && { name: person.name }),
      metadata: { account_name: person.name },
      invoice_settings: { footer },
    });
  }
  if (customer.id !== known) await tieCustomer(services, customer.id, userId);
  return customer.id;
}

/** Tells Stripe the name and e-mail of somebody who has a customer there, as they are now. */
export async function introduceAgain(services: Services, userId: string): Promise<void> {
  const { deletedAt } = await findAccount(services, userId);
  if (deletedAt || !(await findCustomerOfUser(services.db, userId))) return;
  await ensureCustomer(services, userId);
}

/** Whether somebody gave another name for invoices than the account's, here or at a checkout, and keeps it. */
export function hasOwnName({ name, metadata }: Stripe.Customer): boolean {
  return metadata.account_name !== undefined && name !== null && name !== metadata.account_name;
}

/** Tells Stripe who somebody is; of an e-mail that Stripe refuses and we do not, the rest alone. */
async function introduce(
  stripe: Stripe,
  id: string,
  person: Stripe.CustomerUpdateParams,
): Promise<void> {
  try {
    await stripe.customers.update(id, person);
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'email_invalid';
    if (!isRefused) throw error;
    const { email: _, ...rest } = person;
    await stripe.customers.update(id, rest);
  }
}

/** Notes whose customer it is. That of somebody who has been deleted since is forgotten at Stripe. */
export async function tieCustomer(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  customerId: string,
  userId: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    // The customer before the user, as a sync that writes: two who wait for each other would both be in the way.
    await storeCustomer(transaction, customerId, userId);
    const isThere = await lockUser(transaction, userId);
    if (!isThere) await jobs.enqueue(transaction, 'forget-customer', { customerId });
  });
}

/** Whom a customer was made for, as was noted at Stripe; undefined for nobody of ours. */
export function userNamedBy({ metadata }: Stripe.Customer): string | undefined {
  const id = metadata.user_id;
  return id && validate(id) ? id : undefined;
}

/** Ties a customer whom a request that broke off left at Stripe, untied. Answers whether it did. */
export async function tieLeftCustomer(services: Services, customerId: string): Promise<boolean> {
  const { db, stripe } = services;
  const customer = await unlessMissing(stripe.customers.retrieve(customerId));
  const userId = customer && !customer.deleted ? userNamedBy(customer) : undefined;
  if (!userId || (await findUsersWithoutCustomer(db, [userId])).length === 0) return false;
  await tieCustomer(services, customerId, userId);
  return true;
}
