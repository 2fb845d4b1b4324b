import * as messages from 'contract/messages';
import { Invalid, TooMany } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { tellOfTries } from './notices.ts';
import { occasionOf } from './occasion.ts';
import { passwordMatches } from './password.ts';
import type { UserRow } from './repository.ts';
import { type From, findAccount } from './service.ts';

/**
 * Has somebody signed in prove by the password that they are who they are, and answers their row as it
 * was then. A session counts as a device that is known: a stolen one tries no more passwords here than
 * a stranger does at the sign-in, and what strangers try there keeps no owner out. Throws Invalid for the field of this name, and TooMany.
 */
export async function provePassword(
  services: Services,
  {
    id,
    sessionId,
    password,
    field = 'password',
  }: { id: string; sessionId: string; password: string; field?: string },
  from: From,
): Promise<UserRow> {
  const { address, signal } = from;
  const { db, tries } = services;
  const user = await findAccount(services, id);
  const network = networkOf(address);
  const attempt = await tries.begin({ account: user.emailKey, network, device: sessionId });
  if (attempt.wait > 0) {
    if (attempt.isFirst) {
      await audit(db, { action: 'password.refused', actorId: id, address });
      await tellOfTries(services, user, { tried: 'proof', occasion: occasionOf(from) });
    }
    throw new TooMany(attempt.wait);
  }
  const matches = await passwordMatches(password, user.passwordHash, { network, signal }).catch(
    async (error) => {
      await tries.takeBack(attempt).catch(() => {});
      throw error;
    },
  );
  if (matches) {
    await tries.takeBack(attempt);
    return user;
  }
  await tries.fail(attempt);
  await audit(db, { action: 'password.refused', actorId: id, address });
  throw new Invalid({ [field]: messages.passwordWrong });
}
