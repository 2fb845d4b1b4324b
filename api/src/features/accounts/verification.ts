import * as messages from 'contract/messages';
import { after, retention } from 'contract/retention';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { lockUser } from '../../db/lock-user.ts';
import { BadRequest } from '../../http/errors.ts';
import { hashKey, newKey } from '../../http/secret-keys.ts';
import type { JobData } from '../../jobs/job-data.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import {
  deleteLinksOf,
  insertLink,
  markUnverified,
  markVerified,
  takeLink,
} from './email-links-repository.ts';
import { findUser } from './repository.ts';
import { findAccount } from './service.ts';

/** Has the link to confirm the e-mail sent to somebody who has just taken it. */
async function askToVerify(
  { jobs }: Pick<Services, 'jobs'>,
  transaction: Db,
  userId: string,
): Promise<void> {
  await jobs.enqueue(transaction, 'send-verification', { userId, requestId: uuid() });
}

/** Somebody else has set this e-mail: whose it is has to be shown anew. */
export async function askAnew(
  services: Pick<Services, 'jobs'>,
  transaction: Db,
  userId: string,
): Promise<void> {
  await markUnverified(transaction, userId);
  await deleteLinksOf(transaction, userId, 'verify');
  await askToVerify(services, transaction, userId);
}

/** Has the link sent again to who asks for it; answers what to tell. Throws TooMany. */
export async function askAgain(services: Services, userId: string): Promise<string> {
  const user = await findAccount(services, userId);
  if (user.emailVerifiedAt) return messages.emailVerifiedBefore;
  await services.limits.verification.take(userId);
  await askToVerify(services, services.db, userId);
  return messages.verificationSent;
}

/**
 * Makes a link to confirm the e-mail that somebody has now, and mails it there. The key is in no table
 * and no queue. Throws when SMTP is down.
 */
export async function sendVerificationLink(
  { db, mails }: Services,
  { userId, requestId }: JobData['send-verification'],
): Promise<void> {
  const { key, keyHash } = newKey();
  const user = await db.transaction(async (transaction) => {
    // Held, so that whatever voids a user's links comes before this one or finds it.
    if (!(await lockUser(transaction, userId))) return undefined;
    const found = await findUser(transaction, userId);
    if (!found?.isActive || found.emailVerifiedAt) return undefined;
    const { email, emailKey } = found;
    const expiresAt = after(new Date(), retention.emailLink);
    await insertLink(transaction, {
      ...{ keyHash, userId, purpose: 'verify', email, emailKey, expiresAt },
    });
    return found;
  });
  if (!user) return;
  await mails.sendSecret({
    cause: `email-verification:${requestId}`,
    template: 'email-verification',
    to: user.email,
    content: { firstName: user.firstName, key },
  });
}

/**
 * Notes that an e-mail is its account's, by the key of a link that was sent there, once. Throws
 * BadRequest when the key is unknown, used or old, or the account has another e-mail by now.
 */
export async function verifyEmail({ db }: Services, key: string, address: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const taken = await takeLink(transaction, 'verify', hashKey(key));
    const user = taken?.user;
    if (!user || user.emailKey !== taken.link.emailKey) throw new BadRequest(messages.linkOver);
    await markVerified(transaction, user.id);
    await audit(transaction, { action: 'email.verified', actorId: user.id, address });
  });
}
