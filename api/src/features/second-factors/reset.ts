import * as messages from 'contract/messages';
import type { Db } from '../../db/client.ts';
import { Conflict, NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { endSessionsOf } from '../accounts/ended-views.ts';
import { findAccountByEmail, hasSecondFactor } from '../accounts/service.ts';
import { audit, type Entry } from '../audit/service.ts';
import { type Act, actOn } from '../users/service.ts';
import { tellOfChange } from './notices.ts';
import { deletePasskeysOf } from './passkeys-repository.ts';
import { deleteAllOf, lockOwner } from './repository.ts';

/**
 * Removes all second factors of somebody who has lost them, for whoever may run commands on the server,
 * signs them out everywhere and tells them by mail. Throws NotFound for an unknown e-mail.
 */
export async function resetFactors(services: Services, email: string): Promise<void> {
  const user = await findAccountByEmail(services, email);
  await services.db.transaction(async (transaction) => {
    await removeAll(services, transaction, user, { address: 'command line' });
  });
}

/**
 * The same for an admin, who says why. Throws NotFound, and Conflict for oneself, so that no stolen session
 * takes an admin's own away, and for somebody who has none.
 */
export async function resetFactorsOf(
  services: Services,
  act: Act,
  { reason }: { reason: string },
): Promise<void> {
  const { adminId: actorId, address } = act;
  await actOn(services.db, act, async (transaction, user) => {
    if (user.id === actorId) throw new Conflict(messages.resetOwnFactors);
    if (!(await hasSecondFactor(transaction, user.id))) throw new Conflict(messages.nothingToReset);
    await removeAll(services, transaction, user, { actorId, address, detail: reason });
  });
}

async function removeAll(
  services: Services,
  transaction: Db,
  user: Parameters<typeof tellOfChange>[2],
  by: Pick<Entry, 'actorId' | 'address' | 'detail'>,
): Promise<void> {
  if (!(await lockOwner(transaction, user.id))) throw new NotFound();
  await deleteAllOf(transaction, user.id);
  await deletePasskeysOf(transaction, user.id);
  const { detail: _, ...actor } = by;
  await endSessionsOf(transaction, user.id, { ...actor, why: 'second factors reset' });
  await audit(transaction, { action: 'factors.reset', target: user.id, ...by });
  await tellOfChange(services, transaction, user, 'reset', null);
}
