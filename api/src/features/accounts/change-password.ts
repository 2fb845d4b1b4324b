import type { changePasswordBody } from 'contract/accounts';
import * as messages from 'contract/messages';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { Invalid } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { refuseCommon, refuseOwnWords } from './common-passwords.ts';
import { deletePending } from './email-changes-repository.ts';
import { endSessionsOf } from './ended-views.ts';
import { forgetTriesOf } from './forget-tries.ts';
import { occasionOf } from './occasion.ts';
import { hashPassword } from './password.ts';
import { provePassword } from './prove-password.ts';
import { deleteResetsOf, replacePasswordHash } from './repository.ts';
import { beganAt, type From } from './service.ts';

/**
 * Gives somebody signed in another password, and answers the mark by which the device they are at is still known;
 * no other is. Every other session, every reset link and a change of e-mail
 * that waits end, what was tried on the account from everywhere is forgotten, and a mail tells of it.
 * Throws Invalid for a wrong password, one that changed meanwhile, and a new one that will not do; TooMany
 * after many, Unauthorised where the session was ended while the passwords were hashed.
 */
export async function changePassword(
  services: Services,
  { id, sessionId }: { id: string; sessionId: string },
  { currentPassword, newPassword, device }: z.output<typeof changePasswordBody>,
  from: From,
): Promise<string> {
  const { db, mails, devices } = services;
  await refuseCommon('newPassword', newPassword);
  const proof = { id, sessionId, password: currentPassword, field: 'currentPassword' };
  const before = await provePassword(services, proof, from);
  if (newPassword === currentPassword) throw new Invalid({ newPassword: messages.passwordSame });
  const { firstName: first_name, lastName: last_name, email } = before;
  refuseOwnWords('newPassword', newPassword, { first_name, last_name, email });
  const network = networkOf(from.address);
  const passwordHash = await hashPassword(newPassword, { network, signal: from.signal });
  return db.transaction(async (transaction) => {
    const user = await replacePasswordHash(transaction, before, passwordHash);
    // Whatever ends all sessions holds the user, and was waited for.
    await beganAt(transaction, sessionId);
    if (!user) throw new Invalid({ currentPassword: messages.passwordWrong });
    await deleteResetsOf(transaction, id);
    await deletePending(transaction, id);
    const by = { actorId: id, address: from.address };
    await endSessionsOf(transaction, id, { ...by, why: 'new password' }, sessionId);
    const owner = { account: user.emailKey, network, device: devices.knownTo(before, device) };
    await forgetTriesOf(services, transaction, owner);
    await audit(transaction, { action: 'password.changed', ...by });
    await mails.queue(transaction, {
      cause: `password-changed:${uuid()}`,
      template: 'password-changed',
      to: user.email,
      content: { firstName: user.firstName, isStaying: true, occasion: occasionOf(from) },
    });
    return devices.markFor(user, device);
  });
}
