import { messages } from 'contract/messages';
import type { Db } from '../../db/client.ts';
import { Conflict, Invalid, NotFound, TooMany } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import type { Services } from '../../services.ts';
import { passwordMatches } from '../accounts/password.ts';
import { type From, findAccount } from '../accounts/service.ts';
import { audit } from '../audit/service.ts';
import { removeUser } from '../users/delete.ts';
import { getUser, isOnlyAdmin, keepOneAdmin } from '../users/service.ts';

/**
 * Deletes the account of whoever asks, who proves it with the password: what is held ends at Stripe
 * first, then everything personal is erased. Asked for twice at the same moment, both are told that it
 * is done. Throws Invalid for a wrong password and TooMany after many (counted with the sign-ins),
 * Conflict for the only admin, Unavailable while Stripe is away.
 */
export async function leave(
  services: Services,
  { id, password }: { id: string; password: string },
  from: From,
): Promise<void> {
  await provePassword(services, { id, password }, from);
  const by = { actorId: id, address: from.address, isOwnWish: true };
  try {
    await removeUser(services, by, (transaction) => lockOneself(services, transaction, id));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

async function lockOneself(services: Services, transaction: Db, id: string) {
  if (await isOnlyAdmin(transaction, id)) throw new Conflict(messages.onlyAdmin);
  await keepOneAdmin(transaction, id, 'deleted');
  return getUser({ ...services, db: transaction }, id);
}

/** A stolen session tries no more passwords here than a stranger does at the sign-in. */
async function provePassword(
  services: Services,
  { id, password }: { id: string; password: string },
  { address, signal }: From,
): Promise<void> {
  const { db, tries } = services;
  const user = await findAccount(services, id);
  const network = networkOf(address);
  const attempt = await tries.begin({ account: user.emailKey, network, device: null });
  if (attempt.wait > 0) {
    if (attempt.isFirst) await audit(db, { action: 'password.refused', actorId: id, address });
    throw new TooMany(attempt.wait);
  }
  const matches = await passwordMatches(password, user.passwordHash, { network, signal }).catch(
    async (error) => {
      await tries.takeBack(attempt).catch(() => {});
      throw error;
    },
  );
  if (matches) return tries.takeBack(attempt);
  await tries.fail(attempt);
  await audit(db, { action: 'password.refused', actorId: id, address });
  throw new Invalid({ password: messages.passwordWrong });
}
