import type { requestResetBody, updatePasswordBody } from 'contract/accounts';
import { promised } from 'contract/promised';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { emailKey } from '../../db/email-key.ts';
import { BadRequest } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import { hashKey, newKey } from '../../http/secret-keys.ts';
import type { JobData } from '../../jobs/job-data.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { removeFactorsOfStranger } from '../second-factors/remove-doubtful.ts';
import { refuseCommon, refuseOwnWords } from './common-passwords.ts';
import { deletePending } from './email-changes-repository.ts';
import { markVerified } from './email-links-repository.ts';
import { endSessionsOf } from './ended-views.ts';
import { forgetTriesOf } from './forget-tries.ts';
import { occasionOf } from './occasion.ts';
import { hashPassword } from './password.ts';
import {
  deleteResetsOf,
  findResetOwner,
  holdUser,
  insertReset,
  lockUserByEmail,
  takeReset,
  updatePasswordHash,
} from './repository.ts';
import type { From } from './service.ts';

const invalidKey = 'Invalid token: this reset link has expired or was used already.';

/** How long a reset link works. */
const lifetimeMs = promised.resetLinkMinutes * 60_000;

/**
 * Takes the request for a reset link. Whether the e-mail has an account is looked up later, by a job,
 * so neither the answer nor its time can tell. Throws TooMany after too many requests from there.
 */
export async function requestReset(
  { db, jobs, limits }: Services,
  { email }: z.output<typeof requestResetBody>,
  address: string,
): Promise<void> {
  const [key, network] = [emailKey(email), networkOf(address)];
  await limits.resetFromAddress.take(network);
  await limits.resetOfAccount.take(`${key} ${network}`);
  if (!(await mayMail(limits, key))) return;
  await jobs.enqueue(db, 'send-reset-link', { email, requestId: uuid(), invited: false });
}

/**
 * Whether one more mail may go to somebody, whoever asks for it: a stranger who asks again and again
 * neither fills a mailbox nor shuts its owner out. Whoever is not sent one was sent another within 20
 * minutes, and a link works for longer.
 */
async function mayMail({ resetMails }: Services['limits'], key: string): Promise<boolean> {
  if (!(await resetMails.few.allows(key))) return false;
  return (await resetMails.ofDay.allows(key)) || resetMails.slow.allows(key);
}

/**
 * Makes a reset link and mails it, when the e-mail has an account that may sign in. Somebody
 * `invited` is told so: the account is new and was made by an admin. The key is in no table and no
 * queue: a try that fails is followed by one with a key of its own. Throws when SMTP is down.
 */
export async function sendResetLink(
  { db, mails }: Services,
  { email, requestId, invited }: JobData['send-reset-link'],
): Promise<void> {
  const { key, keyHash } = newKey();
  const user = await db.transaction(async (transaction) => {
    // Held, so that whatever voids a user's links comes before this one or finds it.
    const found = await lockUserByEmail(transaction, email);
    if (!found?.isActive) return undefined;
    const expiresAt = new Date(Date.now() + lifetimeMs);
    await insertReset(transaction, { keyHash, userId: found.id, expiresAt });
    return found;
  });
  if (!user) return;
  await mails.sendSecret({
    cause: `password-reset:${requestId}`,
    template: invited ? 'account-created' : 'password-reset',
    to: user.email,
    content: { firstName: user.firstName, key },
  });
}

/**
 * Sets a new password with the key of a reset link, once, and ends every session and every other link of
 * that user, and a change of e-mail that waits for its link; the link shows that the e-mail is theirs: where nothing
 * had before, second factors go. What was tried on the account is forgotten. No device is known any more but the one
 * where it is done, if it was: then its mark is answered. Throws BadRequest with 'invalid token'
 * when the key is unknown, used or old.
 */
export async function resetPassword(
  services: Services,
  { resetToken, newPassword, device }: z.output<typeof updatePasswordBody>,
  { address, signal, agent }: From,
): Promise<string | null> {
  const { db, mails, devices } = services;
  await refuseCommon('newPassword', newPassword);
  const keyHash = hashKey(resetToken);
  // Anybody may send keys: only one that is good is worth a hash.
  const owner = await findResetOwner(db, keyHash);
  if (!owner) throw new BadRequest(invalidKey);
  const { firstName: first_name, lastName: last_name, email } = owner;
  refuseOwnWords('newPassword', newPassword, { first_name, last_name, email });
  const network = networkOf(address);
  const passwordHash = await hashPassword(newPassword, { network, signal });
  return db.transaction(async (transaction) => {
    const before = await holdUser(transaction, owner.id);
    const userId = await takeReset(transaction, keyHash);
    const user = userId ? await updatePasswordHash(transaction, userId, passwordHash) : undefined;
    if (!user?.isActive) throw new BadRequest(invalidKey);
    // Admins are made by admins: whoever set up theirs was let in by one.
    if (!user.emailVerifiedAt && user.role !== 'admin') {
      await removeFactorsOfStranger(services, transaction, user, address);
    }
    await markVerified(transaction, user.id);
    await deleteResetsOf(transaction, user.id);
    await deletePending(transaction, user.id);
    const by = { actorId: user.id, address };
    await endSessionsOf(transaction, user.id, { ...by, why: 'new password' });
    const known = before ? devices.knownTo(before, device) : null;
    const from = { account: user.emailKey, network, device: known };
    await forgetTriesOf(services, transaction, from);
    await audit(transaction, { action: 'password.changed', ...by });
    await mails.queue(transaction, {
      cause: `password-changed:${uuid()}`,
      template: 'password-changed',
      to: user.email,
      content: { firstName: user.firstName, isStaying: false, occasion: occasionOf({ agent }) },
    });
    return known === null ? null : devices.markFor(user, device);
  });
}
