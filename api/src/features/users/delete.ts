import type { Db } from '../../db/client.ts';
import { erase } from '../../db/erase.ts';
import { Conflict } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { hashOfNone } from '../accounts/password.ts';
import { audit, type Entry } from '../audit/service.ts';
import {
  boughtMeanwhile,
  endCustomer,
  queueForgetting,
} from '../billing/stripe/customers/end-customer.ts';
import { holdsSubscription } from '../billing/subscriptions/service.ts';
import type { UserRow } from './repository.ts';
import { type Act, findForAct, keepOneAdmin } from './service.ts';

/**
 * Deletes a user: ends what is held at Stripe first, then takes out everything personal in one
 * transaction. What was paid stays on record. Throws NotFound; Conflict for oneself, the last admin
 * and a user who bought something in that moment; Unavailable while Stripe is away.
 */
export async function deleteUser(services: Services, act: Act): Promise<void> {
  const { db } = services;
  const { adminId, address } = act;
  const userId = await db.transaction(async (transaction) => {
    const { id } = await findForAct(transaction, act);
    if (id === adminId) throw new Conflict('You cannot delete yourself.');
    await keepOneAdmin(transaction, id, 'deleted');
    return id;
  });
  await endCustomer(services, userId);
  await db.transaction(async (transaction) => {
    const user = await findForAct(transaction, act);
    await keepOneAdmin(transaction, userId, 'deleted');
    await eraseUser(services, transaction, user, { actorId: adminId, address });
  });
}

/**
 * Takes out everything personal of a user whose subscriptions have ended at Stripe, and has Stripe
 * forget who the customer was. Throws Conflict when something was bought meanwhile.
 */
export async function eraseUser(
  services: Services,
  transaction: Db,
  { id, email }: UserRow,
  by: Pick<Entry, 'actorId' | 'address'>,
): Promise<void> {
  if (await holdsSubscription(transaction, id)) throw boughtMeanwhile();
  await erase(transaction, { id, email, noPassword: hashOfNone() });
  await services.jobs.forgetAddress(transaction, email);
  await queueForgetting(services, transaction, id);
  await audit(transaction, { action: 'user.deleted', target: id, ...by });
}
