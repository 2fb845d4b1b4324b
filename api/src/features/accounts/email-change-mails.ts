import { after, retention } from 'contract/retention';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { emailKey } from '../../db/email-key.ts';
import { lockUser } from '../../db/lock-user.ts';
import { newKey } from '../../http/secret-keys.ts';
import type { JobData } from '../../jobs/job-data.ts';
import type { Services } from '../../services.ts';
import { type EmailChange, findChange, keepUntil } from './email-changes-repository.ts';
import { insertLink } from './email-links-repository.ts';
import { findUser, type UserRow } from './repository.ts';

/** Has the link that makes a change sent to the new e-mail. */
export async function askNewAddress(
  { jobs }: Pick<Services, 'jobs'>,
  transaction: Db,
  changeId: string,
): Promise<void> {
  await jobs.enqueue(transaction, 'send-email-change', { changeId, requestId: uuid() });
}

/** Has a link that undoes a change sent to the e-mail before it. */
export async function tellAddressBefore(
  { jobs }: Pick<Services, 'jobs'>,
  transaction: Db,
  told: Omit<JobData['send-email-undo'], 'requestId'>,
): Promise<void> {
  await jobs.enqueue(transaction, 'send-email-undo', { ...told, requestId: uuid() });
}

/**
 * Keeps the e-mail that a change has just left for whose it was, until the link to undo it is made, which
 * does so then: by a link whose key nobody is given.
 */
export async function keepAddress(
  transaction: Db,
  { id: changeId, userId, emailBefore: email }: EmailChange,
): Promise<void> {
  await insertLink(transaction, {
    ...{ keyHash: newKey().keyHash, purpose: 'undo', changeId, userId, email },
    ...{ emailKey: emailKey(email), expiresAt: after(new Date(), retention.emailUndo) },
  });
}

/**
 * Makes the link that lets a new e-mail take its place, and mails it there; nothing for a change that was
 * taken back or made. The key is in no table and no queue. Throws when SMTP is down.
 */
export async function sendChangeLink(
  { db, mails }: Services,
  { changeId, requestId }: JobData['send-email-change'],
): Promise<void> {
  const { key, keyHash } = newKey();
  const expiresAt = after(new Date(), retention.emailLink);
  const found = await db.transaction(async (transaction) => {
    const asked = await findOpen(transaction, changeId);
    if (!asked || asked.change.confirmedAt) return undefined;
    const link = { keyHash, changeId, purpose: 'change' as const, expiresAt };
    const { userId, email } = asked.change;
    await insertLink(transaction, { ...link, userId, email, emailKey: emailKey(email) });
    return asked;
  });
  if (!found) return;
  await mails.sendSecret({
    cause: `email-change:${requestId}`,
    template: 'email-change',
    to: found.change.email,
    content: { firstName: found.user.firstName, key },
  });
}

/**
 * Makes a link that undoes a change of e-mail, and mails it to the one before; nothing for a change that was
 * taken back or undone. The key is in no table and no queue. Throws when SMTP is down.
 */
export async function sendUndoLink(
  { db, mails }: Services,
  { changeId, requestId, ...told }: JobData['send-email-undo'],
): Promise<void> {
  const { key, keyHash } = newKey();
  const expiresAt = after(new Date(), retention.emailUndo);
  const found = await db.transaction(async (transaction) => {
    const asked = await findOpen(transaction, changeId);
    if (!asked) return undefined;
    const { userId, emailBefore: email } = asked.change;
    const link = { keyHash, changeId, purpose: 'undo' as const, expiresAt };
    await insertLink(transaction, { ...link, userId, email, emailKey: emailKey(email) });
    await keepUntil(transaction, changeId, expiresAt);
    return asked;
  });
  if (!found) return;
  await mails.sendSecret({
    cause: `email-undo:${requestId}`,
    template: 'email-undo',
    to: found.change.emailBefore,
    content: { firstName: found.user.firstName, key, ...told },
  });
}

/** A change that can still be made or undone, of somebody who may sign in, who is held. */
async function findOpen(
  transaction: Db,
  changeId: string,
): Promise<{ change: EmailChange; user: UserRow } | undefined> {
  const asked = await findChange(transaction, changeId);
  if (!asked || !(await lockUser(transaction, asked.userId))) return undefined;
  // Once more: whoever held the user may have taken it back.
  const change = await findChange(transaction, changeId);
  const user = await findUser(transaction, asked.userId);
  return change && user?.isActive ? { change, user } : undefined;
}
