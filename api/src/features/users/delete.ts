import { erase } from '../../db/personal-data.ts';
import { Conflict } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { hashOfNone } from '../accounts/password.ts';
import { audit } from '../audit/service.ts';
import {
  boughtMeanwhile,
  endCustomer,
  queueForgetting,
} from '../billing/stripe/customers/end-customer.ts';
import { holdsSubscription } from '../billing/subscriptions/service.ts';
import { type Act, findForAct, keepOneAdmin } from './service.ts';

/**
 * Deletes a user: ends what is held at Stripe first, then takes out everything personal in one
 * transaction. What was paid stays on record. Throws NotFound; Conflict for oneself, the last admin
 * and a user who bought something in that moment; Unavailable while Stripe is away.
 */
export async function deleteUser(services: Services, act: Act): Promise<void> {
  const { db, jobs } = services;
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
    if (await holdsSubscription(transaction, userId)) throw boughtMeanwhile();
    await erase(transaction, { id: userId, email: user.email, noPassword: hashOfNone() });
    await jobs.forgetAddress(transaction, user.email);
    await queueForgetting(services, transaction, userId);
    await audit(transaction, { action: 'user.deleted', actorId: adminId, target: userId, address });
  });
}
