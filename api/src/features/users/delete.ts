import { asBrieflyAsItCan } from '../../db/briefly.ts';
import type { Db } from '../../db/client.ts';
import { erase } from '../../db/erase.ts';
import { Conflict } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { endSessionsOf } from '../accounts/ended-views.ts';
import { hashOfNone } from '../accounts/password.ts';
import { audit, type Entry } from '../audit/service.ts';
import {
  boughtMeanwhile,
  endCustomer,
  queueForgetting,
} from '../billing/stripe/customers/end-customer.ts';
import { holdsSubscription } from '../billing/subscriptions/service.ts';
import type { UserRow } from './repository.ts';
import { type Act, findForAct, keepOneOfAdmins } from './service.ts';

/**
 * Deletes a user: ends what is held at Stripe first, then takes out everything personal in one
 * transaction. What was paid stays on record. Throws NotFound; Conflict for oneself, the last admin
 * and a user who bought something in that moment; Unavailable while Stripe is away.
 */
export async function deleteUser(services: Services, act: Act): Promise<void> {
  const { adminId, address } = act;
  const email = await removeUser(services, { actorId: adminId, address }, async (transaction) => {
    const user = await findForAct(transaction, act);
    if (user.id === adminId) throw new Conflict('You cannot delete yourself.');
    await keepOneOfAdmins(transaction, user, 'deleted');
    return user;
  });
  await services.jobs.forgetAddressesOf([email]);
}

/**
 * Ends what somebody holds at Stripe, then erases them. `check` holds the user and throws where they may
 * not be deleted: it is asked before anything is ended, and again before anything is erased. Who was
 * not deleted by an admin is told by a last mail. Answers the e-mail, which the jobs are to forget.
 */
export async function removeUser(
  services: Services,
  { isOwnWish, ...by }: Pick<Entry, 'actorId' | 'address'> & { isOwnWish?: boolean },
  check: (transaction: Db) => Promise<UserRow>,
): Promise<string> {
  const { db, mails } = services;
  const { id } = await asBrieflyAsItCan(db, check);
  await endCustomer(services, id);
  return asBrieflyAsItCan(db, async (transaction) => {
    const user = await check(transaction);
    if (isOwnWish !== undefined) {
      await mails.queue(transaction, {
        cause: `account-deleted:${id}`,
        template: 'account-deleted',
        to: user.email,
        content: { firstName: user.firstName, isOwnWish },
      });
    }
    await eraseUser(services, transaction, user, by);
    return user.email;
  });
}

/**
 * Takes out everything personal of a user whose subscriptions have ended at Stripe, and has Stripe
 * forget who the customer was. Throws Conflict when something was bought meanwhile. Once the transaction
 * has ended, the jobs are to forget the e-mail (`forgetAddressesOf`).
 */
export async function eraseUser(
  services: Services,
  transaction: Db,
  { id, email }: UserRow,
  by: Pick<Entry, 'actorId' | 'address'>,
): Promise<void> {
  if (await holdsSubscription(transaction, id)) throw boughtMeanwhile();
  await endSessionsOf(transaction, id, { ...by, why: 'deleted' });
  await erase(transaction, { id, email, noPassword: hashOfNone() });
  await queueForgetting(services, transaction, id);
  await audit(transaction, { action: 'user.deleted', target: id, ...by });
}
