import type { loginBody, SessionUser } from 'contract/accounts';
import type { z } from 'zod';
import { emailKey } from '../../db/email-key.ts';
import { TooMany, Unauthorised } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { deviceWords } from './device-words.ts';
import { findLogin } from './login-repository.ts';
import { passwordMatches } from './password.ts';
import { presentSessionUser } from './present.ts';
import type { From } from './service.ts';

/**
 * Opens a session. Throws the same Unauthorised, after the same work, for an unknown e-mail, a
 * wrong password and an inactive account, and TooMany after too many of them. What fails in another
 * way, or is given up by its caller, counts as no try. Answers the mark of the device, too. `agent` is what
 * the browser says of itself.
 */
export async function logIn(
  { db, tries, sessions, devices }: Services,
  { email, password, device }: z.output<typeof loginBody>,
  { address, signal, agent }: From & { agent: string | undefined },
): Promise<{ token: string; user: SessionUser; device: string }> {
  const network = networkOf(address);
  const found = await findLogin(db, email);
  const known = found ? devices.knownTo(found.user.id, device) : null;
  const attempt = await tries.begin({ account: emailKey(email), network, device: known });
  if (attempt.wait > 0) {
    // The others of the same quarter of an hour say no more.
    if (attempt.isFirst) await audit(db, { action: 'login.limited', target: email, address });
    throw new TooMany(attempt.wait);
  }
  try {
    const matches = await passwordMatches(password, found?.user.passwordHash, { network, signal });
    const isAllowed = found && matches && found.user.isActive;
    const token = isAllowed
      ? await sessions.open(found.user, { address, attempt, device: deviceWords(agent) })
      : null;
    if (found && token) {
      const user = presentSessionUser(found.user, found.holdsSubscription);
      return { token, user, device: devices.markFor(found.user.id, device) };
    }
  } catch (error) {
    // Where that fails, too, the try lapses by itself.
    await tries.takeBack(attempt).catch(() => {});
    throw error;
  }
  await tries.fail(attempt);
  await audit(db, { action: 'login.refused', target: email, address });
  throw new Unauthorised();
}
