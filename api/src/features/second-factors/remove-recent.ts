import { promised } from 'contract/promised';
import type { Db } from '../../db/client.ts';
import { audit } from '../audit/service.ts';
import { deletePasskeysSince } from './passkeys-repository.ts';
import { deleteAppsSince, deleteCodesSince } from './repository.ts';

/**
 * Removes the second factors that somebody, who is held, was given since shortly before a moment, with the
 * recovery codes made then: who steals an account makes it theirs first; older ones stay, and are what the login asks for.
 */
export async function removeRecentFactors(
  transaction: Db,
  { userId, address }: { userId: string; address: string },
  asked: Date,
): Promise<void> {
  const since = new Date(asked.getTime() - promised.recentFactorDays * 86_400_000);
  const apps = await deleteAppsSince(transaction, userId, since);
  const passkeys = await deletePasskeysSince(transaction, userId, since);
  await deleteCodesSince(transaction, userId, since);
  const entry = { action: 'factor.removed', actorId: userId, address } as const;
  for (const detail of [
    ...Array.from({ length: apps }, () => 'app, as its email was kept'),
    ...Array.from({ length: passkeys }, () => 'passkey, as its email was kept'),
  ]) {
    await audit(transaction, { ...entry, detail });
  }
}
