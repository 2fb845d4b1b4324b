import { messages } from 'contract/messages';
import { Invalid, TooMany } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { passwordMatches } from './password.ts';
import { type From, findAccount } from './service.ts';

/**
 * Has somebody who is signed in prove that the account is theirs. A stolen session tries no more
 * passwords here than a stranger does at the sign-in: both are counted together. Throws Invalid for a
 * wrong password and TooMany after many.
 */
export async function provePassword(
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
