import { NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { endSessions, findAccountByEmail } from '../accounts/service.ts';
import { audit } from '../audit/service.ts';
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
    if (!(await lockOwner(transaction, user.id))) throw new NotFound();
    await deleteAllOf(transaction, user.id);
    await deletePasskeysOf(transaction, user.id);
    await endSessions(transaction, user.id);
    const entry = { action: 'factors.reset', target: user.id, address: 'command line' } as const;
    await audit(transaction, entry);
    await tellOfChange(services, transaction, user, 'reset');
  });
}
