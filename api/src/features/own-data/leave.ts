import * as messages from 'contract/messages';
import type { Db } from '../../db/client.ts';
import { Conflict, NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { provePassword } from '../accounts/prove-password.ts';
import { beganAt, type From, stopUnlessSession } from '../accounts/service.ts';
import { removeUser } from '../users/delete.ts';
import { getUser, isOnlyAdmin, keepOneAdmin } from '../users/service.ts';

/**
 * Deletes the account of whoever asks, who proves it with the password: what is held ends at Stripe
 * first, then everything personal is erased. Asked for twice at the same moment, both are told that it
 * is done. Throws Invalid for a wrong password and TooMany after many (counted with the sign-ins),
 * Conflict for the only admin, Unavailable while Stripe is away, Unauthorised where the session was ended
 * before everything is erased.
 */
export async function leave(
  services: Services,
  { id, sessionId, password }: { id: string; sessionId: string; password: string },
  from: From,
): Promise<void> {
  await provePassword(services, { id, sessionId, password }, from);
  const by = { actorId: id, address: from.address, isOwnWish: true };
  try {
    const email = await removeUser(services, by, {
      check: (transaction) => lockOneself(services, transaction, { id, sessionId }),
      stillSo: (transaction) => [stopUnlessSession(transaction, sessionId)],
    });
    await services.jobs.forgetAddressesOf([email]);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

async function lockOneself(
  services: Services,
  transaction: Db,
  { id, sessionId }: { id: string; sessionId: string },
) {
  if (await isOnlyAdmin(transaction, id)) throw new Conflict(messages.onlyAdmin);
  await keepOneAdmin(transaction, id, 'deleted');
  const user = await getUser({ ...services, db: transaction }, id);
  await beganAt(transaction, sessionId);
  return user;
}
