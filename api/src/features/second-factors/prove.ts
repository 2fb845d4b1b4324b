import * as messages from 'contract/messages';
import type { proveOneself } from 'contract/proof';
import type { z } from 'zod';
import { Invalid } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { provePassword } from '../accounts/prove-password.ts';
import { type From, findAccount } from '../accounts/service.ts';
import type { SignedIn } from '../accounts/session.ts';
import { takeAppCode, tryCode } from './try-code.ts';
import { usePasskey } from './use-passkey.ts';

/**
 * Proves anew who is behind a session, by the password, a code of an authenticator app, which is used
 * up, or a passkey. Answers the session's new token where one is asked for. Throws Invalid for a wrong one, and
 * TooMany after many.
 */
export async function prove(
  services: Services,
  { id, sessionId }: SignedIn,
  { password, passkey, code = '', renew }: z.output<typeof proveOneself.body>,
  from: From,
): Promise<string | null> {
  if (password !== undefined) await provePassword(services, { id, sessionId, password }, from);
  else if (passkey) await proveByPasskey(services, id, passkey, from);
  else await proveByCode(services, { id, sessionId }, code, from);
  if (renew) {
    const user = await findAccount(services, id);
    return services.sessions.renew(user, { sessionId, address: from.address });
  }
  await services.sessions.prove(sessionId);
  return null;
}

async function proveByCode(
  services: Services,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
  code: string,
  { address, agent }: From,
): Promise<void> {
  const user = await findAccount(services, id);
  const take = () => takeAppCode(services, id, code);
  const { codeTries } = services;
  // As a password that is asked for again: what strangers try elsewhere holds nobody back here.
  const where = { address, device: sessionId, agent };
  const taken = await tryCode(services, codeTries, user, where, take);
  if (!taken) throw new Invalid({ code: messages.codeWrong });
  await codeTries.succeed(taken.attempt);
}

async function proveByPasskey(
  services: Services,
  id: string,
  passkey: Parameters<typeof usePasskey>[2],
  { address }: From,
): Promise<void> {
  const used = await usePasskey(services, 'proof', passkey, address);
  if (used?.userId !== id) throw new Invalid({ passkey: messages.passkeyRefused });
}
