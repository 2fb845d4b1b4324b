import type { changeEmail } from 'contract/email-links';
import * as messages from 'contract/messages';
import { after, retention } from 'contract/retention';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { emailKey } from '../../db/email-key.ts';
import { Conflict, Invalid } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { askNewAddress, tellAddressBefore } from './email-change-mails.ts';
import { deletePending, findPending, insertChange } from './email-changes-repository.ts';
import { isKeptForOther } from './kept-addresses-repository.ts';
import { findLogin } from './login-repository.ts';
import { occasionOf } from './occasion.ts';
import { provePassword } from './prove-password.ts';
import { holdUser } from './repository.ts';
import { beganAt, type From, findAccount } from './service.ts';

/** The e-mail of an account, and the one that waits to take its place. */
export async function emailOf(services: Services, userId: string) {
  const { email, emailVerifiedAt } = await findAccount(services, userId);
  const pending = await findPending(services.db, userId);
  const until = pending && after(pending.createdAt, retention.emailLink);
  return {
    email,
    email_verified: emailVerifiedAt !== null,
    pending:
      pending && until && until > new Date()
        ? { email: pending.email, expires_at: until.toISOString() }
        : null,
  };
}

/**
 * Has a link sent to another e-mail, which takes the place of the account's once its button is pressed,
 * and tells the present one, with a link to undo it. A change that was asked for before is taken back.
 * Throws Invalid for a wrong password and for the e-mail that the account has, Conflict for one that is
 * taken or kept for whoever left it, TooMany; Unauthorised where the session was ended while the password
 * was compared.
 */
export async function askForChange(
  services: Services,
  { id, sessionId }: { id: string; sessionId: string },
  { email, password }: z.output<typeof changeEmail.body>,
  from: From,
): Promise<void> {
  const { db, limits } = services;
  const proved = await provePassword(services, { id, sessionId, password }, from);
  if (proved.email === email) throw new Invalid({ email: messages.emailSame });
  await limits.emailChange.take(id);
  const holder = await findLogin(db, email);
  const isTaken = holder
    ? holder.user.id !== id
    : await isKeptForOther(db, { id, emailKey: emailKey(email) });
  if (isTaken) throw new Conflict(messages.emailTaken, 'email');
  await db.transaction(async (transaction) => {
    const user = await holdUser(transaction, id);
    await beganAt(transaction, sessionId);
    if (user?.passwordHash !== proved.passwordHash || user.email !== proved.email) {
      throw new Invalid({ password: messages.passwordWrong });
    }
    await deletePending(transaction, id);
    const changeId = uuid();
    await insertChange(transaction, {
      ...{ id: changeId, userId: id, emailBefore: user.email, email },
      expiresAt: after(new Date(), retention.emailUndo),
    });
    const { address } = from;
    await audit(transaction, { action: 'email.asked', actorId: id, address });
    const occasion = occasionOf(from);
    await askNewAddress(services, transaction, changeId);
    await tellAddressBefore(services, transaction, { changeId, isDone: false, occasion });
  });
}

/** Takes back a change whose link was not used yet; nothing where none waits. */
export async function takeBackChange(
  { db }: Services,
  { id, address }: { id: string; address: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await holdUser(transaction, id);
    if ((await deletePending(transaction, id)) === 0) return;
    await audit(transaction, { action: 'email.kept', actorId: id, address });
  });
}
