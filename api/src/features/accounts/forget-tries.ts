import type { Db } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Tries } from './tries.ts';

/** Forgets what was tried on somebody's account, whatever it was, as far as a new password does that. */
export async function forgetTriesOf(
  { tries, codeTries, recoveryTries }: Pick<Services, 'tries' | 'codeTries' | 'recoveryTries'>,
  transaction: Db,
  owner: Parameters<Tries['forgetAccount']>[1],
): Promise<void> {
  for (const one of [tries, codeTries, recoveryTries]) await one.forgetAccount(transaction, owner);
}
