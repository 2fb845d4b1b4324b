import { inTurn, type Statement } from '../../db/at-once.ts';
import { asBrieflyAsItCan, atOnceAsBrieflyAsItCan } from '../../db/briefly.ts';
import type { Db } from '../../db/client.ts';
import { decidedAnew, holdAsSeen, type SeenUser } from '../../db/decided.ts';
import { erasing } from '../../db/erase.ts';
import { Conflict } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { endingSessionsOf } from '../accounts/ended-views.ts';
import { hashOfNone } from '../accounts/password.ts';
import { auditing, type Entry } from '../audit/service.ts';
import {
  boughtMeanwhile,
  endCustomer,
  forgetting,
} from '../billing/stripe/customers/end-customer.ts';
import { holdsSubscription, stopIfHeld } from '../billing/subscriptions/service.ts';
import { holdAdmin } from './repository.ts';
import { type Act, findForAct, keepOneOfAdmins } from './service.ts';

/**
 * Deletes a user: ends what is held at Stripe first, then takes out everything personal in one
 * transaction. What was paid stays on record. Throws NotFound; Conflict for oneself, the last admin
 * and a user who bought something in that moment; Unavailable while Stripe is away.
 */
export async function deleteUser(services: Services, act: Act): Promise<void> {
  const { adminId, address } = act;
  const email = await removeUser(
    services,
    { actorId: adminId, address },
    {
      check: async (transaction) => {
        const user = await findForAct(transaction, act);
        if (user.id === adminId) throw new Conflict('You cannot delete yourself.');
        await keepOneOfAdmins(transaction, user, 'deleted');
        return user;
      },
      stillSo: (transaction) => [holdAdmin(transaction, adminId)],
    },
  );
  await services.jobs.forgetAddressesOf([email]);
}

interface Removal {
  /**
   * Reads the user, and throws where they may not be deleted; holds them where it is an admin. Asked before anything
   * is ended, and again before anything is erased.
   */
  check(transaction: Db): Promise<SeenUser>;
  /** What has to be so still once the user is held, and nothing of them has changed since. */
  stillSo(transaction: Db): Statement[];
}

/**
 * Ends what somebody holds at Stripe, then erases them: by statements that are sent in one go, so that nobody waits for
 * what they hold longer than PostgreSQL takes for it. Only admins are held from the check on. Who was not deleted by
 * an admin is told by a last mail. Answers the e-mail, which the jobs are to forget.
 */
export async function removeUser(
  services: Services,
  { isOwnWish, ...by }: Pick<Entry, 'actorId' | 'address'> & { isOwnWish?: boolean },
  { check, stillSo }: Removal,
): Promise<string> {
  const { db } = services;
  const { id } = await asBrieflyAsItCan(db, check);
  await endCustomer(services, id);
  return decidedAnew(async () => {
    const user = await asBrieflyAsItCan(db, check);
    if (await holdsSubscription(db, id)) throw boughtMeanwhile();
    const tell = isOwnWish === undefined ? () => [] : await lastMail(services, user, isOwnWish);
    const erase = await erasingUser(services, user, by);
    const statements = (transaction: Db): Statement[] => [
      holdAsSeen(transaction, user),
      ...stillSo(transaction),
      ...tell(transaction),
      ...erase(transaction),
    ];
    if (user.role === 'admin') {
      await asBrieflyAsItCan(db, async (transaction) => {
        await check(transaction);
        await inTurn(statements(transaction));
      });
    } else await atOnceAsBrieflyAsItCan(db, statements);
    return user.email;
  });
}

function lastMail({ mails }: Services, { id, email, firstName }: SeenUser, isOwnWish: boolean) {
  const cause = `account-deleted:${id}`;
  const content = { firstName, isOwnWish };
  return mails.queueing({ cause, template: 'account-deleted', to: email, content });
}

/**
 * What takes out everything personal of a user whose subscriptions have ended at Stripe, and has Stripe
 * forget who the customer was. It ends its transaction when something was bought meanwhile.
 */
async function erasingUser(
  services: Services,
  { id, email }: Pick<SeenUser, 'id' | 'email'>,
  by: Pick<Entry, 'actorId' | 'address'>,
): Promise<(transaction: Db) => Statement[]> {
  const forget = await forgetting(services, id);
  return (transaction) => [
    stopIfHeld(transaction, id, ['access']),
    endingSessionsOf(transaction, id, { ...by, why: 'deleted' }),
    erasing(transaction, { id, email, noPassword: hashOfNone() }),
    ...forget(transaction),
    auditing(transaction, { action: 'user.deleted', target: id, ...by }),
  ];
}

/**
 * Erases a user whom nobody can be signed in as. Once that is done, the jobs are to forget the e-mail
 * (`forgetAddressesOf`).
 */
export async function eraseUser(
  services: Services,
  user: Pick<SeenUser, 'id' | 'email'>,
  by: Pick<Entry, 'actorId' | 'address'>,
): Promise<void> {
  const erase = await erasingUser(services, user, by);
  await services.db.transaction((transaction) => inTurn(erase(transaction)));
}
