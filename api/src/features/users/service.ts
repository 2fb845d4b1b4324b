import type { endpoints } from 'contract/endpoints';
import { firstName, keptFirstName, keptLastName, lastName } from 'contract/rules';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import type { SeenUser } from '../../db/decided.ts';
import { emailKey } from '../../db/email-key.ts';
import { despiteDeadlocks } from '../../db/unavailable.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { isEmailTaken, isKeptForOther, leaveAddress } from '../accounts/another-address.ts';
import { endSessionsOf, endViewsOf } from '../accounts/ended-views.ts';
import { askAnew } from '../accounts/verification.ts';
import { type Action, audit } from '../audit/service.ts';
import { queueRenewals } from '../billing/stripe/customers/deactivated-customer.ts';
import { endCustomer } from '../billing/stripe/customers/end-customer.ts';
import { tellOfAdmin, tellOfEmail } from './notices.ts';
import {
  findActiveAdmins,
  findUser,
  lockActiveAdmins,
  lockAdmin,
  lockUnlessAdmin,
  type UserChanges,
  type UserRow,
  updateUser,
} from './repository.ts';

/** Who does something to whom, and from where. */
export interface Act {
  adminId: string;
  userId: string;
  address: string;
}

export const emailTaken = 'An account with this email already exists.';

/** One user. Throws NotFound, also for a user who was deleted. */
export async function getUser({ db }: Services, id: string): Promise<SeenUser> {
  const user = await findUser(db, id);
  if (!user) throw new NotFound();
  return user;
}

/**
 * Changes a user's role, state or details. A deactivation ends every session at once and every
 * subscription with its period or, if so asked, now. Another e-mail ends every session, voids the reset
 * links and has to be confirmed. Mails tell of that and of a new admin. Throws NotFound for an unknown
 * user, and Conflict for a taken e-mail, for taking away one's own rights, for another e-mail of one's own, and for
 * taking away the last admin; Unavailable where subscriptions are to end and Stripe is away.
 */
export async function changeUser(
  services: Services,
  act: Act,
  body: z.output<typeof endpoints.updateUser.body>,
): Promise<UserRow> {
  const { db, jobs } = services;
  const changes: UserChanges = {
    firstName: body.first_name,
    lastName: body.last_name,
    email: body.email,
    role: body.role,
    isActive: body.isActive,
  };
  if (body.end_subscriptions) await endBefore(services, act);
  try {
    const { before, after } = await actOn(db, act, async (transaction, before) => {
      refuseOddNames(before, body);
      if (before.id === act.adminId) refuseOneself(before, changes);
      if (changes.role === 'user') await keepOneOfAdmins(transaction, before, 'demoted');
      if (changes.isActive === false) await keepOneOfAdmins(transaction, before, 'deactivated');
      const after = await updateUser(transaction, before.id, changes);
      if (!after) throw new NotFound();
      await endWhatChanged(transaction, { before, after }, act);
      if (before.isActive !== after.isActive) await queueRenewals(services, transaction, after);
      if (before.email !== after.email) {
        // The e-mail before may be somebody else's: links that went there are void, and nothing more
        // is sent.
        const user = { id: before.id, before: before.email, email: after.email };
        await leaveAddress(services, transaction, user, { isForeign: true });
      }
      if (before.emailKey !== after.emailKey) {
        if (await isKeptForOther(transaction, after)) throw new Conflict(emailTaken, 'email');
        await askAnew(services, transaction, before.id);
        await tellOfEmail(services, transaction, { before, after });
      }
      await tellOfAdmin(services, transaction, { before, after, adminId: act.adminId });
      for (const action of actions(before, after)) {
        const { adminId: actorId, address } = act;
        await audit(transaction, { action, actorId, target: before.id, address });
      }
      return { before, after };
    });
    if (before.email !== after.email) await jobs.forgetAddressesOf([before.email]);
    return after;
  } catch (error) {
    throw isEmailTaken(error) ? new Conflict(emailTaken, 'email') : error;
  }
}

/** Ends the sessions and views that do not outlive a change of somebody's e-mail, role or state. */
async function endWhatChanged(
  transaction: Db,
  { before, after }: { before: UserRow; after: UserRow },
  { adminId: actorId, address }: Act,
): Promise<void> {
  const by = { actorId, address };
  const end = (why: 'deactivated' | 'another email') =>
    endSessionsOf(transaction, after.id, { ...by, why });
  if (before.isActive && !after.isActive) await end('deactivated');
  if (before.emailKey !== after.emailKey) await end('another email');
  if (before.role !== after.role) {
    await endViewsOf(transaction, after.id, { ...by, why: 'another role' });
  }
}

/**
 * Ends what somebody holds before they are deactivated, if they may be: while Stripe is away,
 * nothing happens.
 */
async function endBefore(services: Services, act: Act): Promise<void> {
  const userId = await actOn(services.db, act, async (transaction, user) => {
    if (user.id === act.adminId) refuseOneself(user, { isActive: false });
    await keepOneOfAdmins(transaction, user, 'deactivated');
    return user.id;
  });
  await endCustomer(services, userId);
}

/**
 * The user an admin is about to change, who is held, as are the admins where it is one of them. Throws
 * NotFound, and Forbidden when the one who acts has been made no admin in this moment.
 */
export async function findForAct(transaction: Db, { adminId, userId }: Act): Promise<SeenUser> {
  const mayAct = (await lockUnlessAdmin(transaction, userId))
    ? await lockAdmin(transaction, adminId)
    : (await lockActiveAdmins(transaction)).includes(adminId);
  if (!mayAct) throw new Forbidden();
  const user = await findUser(transaction, userId);
  if (!user) throw new NotFound();
  return user;
}

/**
 * Does something to a user, whom the transaction holds; again where two of these waited for each other.
 * Throws as `findForAct` does.
 */
export function actOn<Result>(
  db: Db,
  act: Act,
  work: (transaction: Db, user: UserRow) => Promise<Result>,
): Promise<Result> {
  return despiteDeadlocks(db, async (transaction) =>
    work(transaction, await findForAct(transaction, act)),
  );
}

/** Whether the user is the only admin who may sign in. */
export async function isOnlyAdmin(db: Db, userId: string): Promise<boolean> {
  const admins = await findActiveAdmins(db);
  return admins.length === 1 && admins[0]?.id === userId;
}

type Doing = 'demoted' | 'deactivated' | 'deleted';

/** Holds the user. Throws Conflict when it is the only admin who may sign in. */
export async function keepOneAdmin(transaction: Db, userId: string, doing: Doing): Promise<void> {
  // The admins are held where one of them goes: others delete their accounts without waiting for them.
  if (await lockUnlessAdmin(transaction, userId)) return;
  await refuseLastAdmin(transaction, userId, doing);
}

/** The same for a user whom `findForAct` holds. */
export async function keepOneOfAdmins(
  transaction: Db,
  { id, role, isActive }: UserRow,
  doing: Doing,
): Promise<void> {
  if (role === 'admin' && isActive) await refuseLastAdmin(transaction, id, doing);
}

async function refuseLastAdmin(transaction: Db, userId: string, doing: Doing): Promise<void> {
  const admins = await lockActiveAdmins(transaction);
  if (admins.length === 1 && admins[0] === userId) {
    throw new Conflict(`The last admin cannot be ${doing}.`);
  }
}

/** Only a name that changes has to be as new ones are. Throws Invalid. */
export function refuseOddNames(
  before: UserRow,
  {
    first_name = before.firstName,
    last_name = before.lastName,
  }: Pick<z.output<typeof endpoints.updateUser.body>, 'first_name' | 'last_name'>,
): void {
  const changed = z.object({
    first_name: first_name === before.firstName ? keptFirstName : firstName,
    last_name: last_name === before.lastName ? keptLastName : lastName,
  });
  const { error } = changed.safeParse({ first_name, last_name });
  if (!error) return;
  throw new Invalid(
    Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])),
  );
}

/** Nor does a stolen session give itself another e-mail: in the account that takes the password and a link. */
function refuseOneself(before: UserRow, { role, isActive, email }: UserChanges): void {
  if (role === 'user') throw new Conflict('You cannot take the admin role from yourself.');
  if (isActive === false) throw new Conflict('You cannot deactivate yourself.');
  if (email !== undefined && emailKey(email) !== before.emailKey) {
    throw new Conflict('Change your own email in your account.', 'email');
  }
}

function actions(before: UserRow, after: UserRow): Action[] {
  const done: Action[] = [];
  if (before.role !== after.role) {
    done.push(after.role === 'admin' ? 'user.promoted' : 'user.demoted');
  }
  if (before.isActive !== after.isActive) {
    done.push(after.isActive ? 'user.activated' : 'user.deactivated');
  }
  const isRenamed =
    before.firstName !== after.firstName ||
    before.lastName !== after.lastName ||
    before.email !== after.email;
  return isRenamed ? [...done, 'user.changed'] : done;
}
