import { promised } from 'contract/promised';
import type { Db } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { tellOfChange } from './notices.ts';
import { deletePasskeysSince } from './passkeys-repository.ts';
import { deleteAppsSince, deleteCodesSince } from './repository.ts';

interface Whose {
  userId: string;
  address: string;
}

/**
 * Removes the second factors that somebody, who is held, was given since shortly before a moment, with the
 * recovery codes made then: who steals an account makes it theirs first; older ones stay, and are what the login asks for.
 */
export async function removeRecentFactors(
  transaction: Db,
  whose: Whose,
  asked: Date,
): Promise<void> {
  const since = new Date(asked.getTime() - promised.recentFactorDays * 86_400_000);
  await removeSince(transaction, whose, { since, why: 'as its email was kept' });
}

/**
 * Removes all second factors of somebody, who is held, and tells them, where nobody had shown until now that
 * the e-mail is theirs: who registers the e-mail of another keeps no way in beside its owner.
 */
export async function removeFactorsOfStranger(
  services: Pick<Services, 'mails'>,
  transaction: Db,
  owner: Parameters<typeof tellOfChange>[2],
  address: string,
): Promise<void> {
  const whose = { userId: owner.id, address };
  const why = 'as its email was shown to be theirs only then';
  const count = await removeSince(transaction, whose, { since: new Date(0), why });
  if (count > 0) await tellOfChange(services, transaction, owner, 'first-shown', null);
}

/** Answers how many went, codes aside. */
async function removeSince(
  transaction: Db,
  { userId, address }: Whose,
  { since, why }: { since: Date; why: string },
): Promise<number> {
  const apps = await deleteAppsSince(transaction, userId, since);
  const passkeys = await deletePasskeysSince(transaction, userId, since);
  await deleteCodesSince(transaction, userId, since);
  const entry = { action: 'factor.removed', actorId: userId, address } as const;
  for (const kind of [...Array(apps).fill('app'), ...Array(passkeys).fill('passkey')]) {
    await audit(transaction, { ...entry, detail: `${kind}, ${why}` });
  }
  return apps + passkeys;
}
