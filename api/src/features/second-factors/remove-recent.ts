import type { Db } from '../../db/client.ts';
import { audit } from '../audit/service.ts';
import { deletePasskeysSince } from './passkeys-repository.ts';
import { deleteAppsSince, deleteCodesSince } from './repository.ts';

/**
 * For how long before a change of e-mail was asked for a second factor counts as one of whoever asked: as
 * long as the change can be undone. Who steals an account makes it theirs first.
 */
const hoursBefore = 72;

/**
 * Removes the second factors that somebody, who is held, was given since shortly before a moment, with the
 * recovery codes made then; older ones stay, and are what the login asks for.
 */
export async function removeRecentFactors(
  transaction: Db,
  { userId, address }: { userId: string; address: string },
  asked: Date,
): Promise<void> {
  const since = new Date(asked.getTime() - hoursBefore * 3_600_000);
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
