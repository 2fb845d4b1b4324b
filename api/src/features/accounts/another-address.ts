import type { Db } from '../../db/client.ts';
import type { TemplateName } from '../../emails/templates.ts';
import type { Services } from '../../services.ts';
import { forgetAddress, isEmailTaken, redirectMails } from './address-repository.ts';
import { deleteChanges } from './email-changes-repository.ts';
import { isKeptForOther } from './kept-addresses-repository.ts';
import { deleteResetsOf } from './repository.ts';

export { isEmailTaken, isKeptForOther };

/** What tells somebody that another may be at their account: they are told where they were before. */
const warnings: TemplateName[] = [
  'password-changed',
  'email-changed',
  'new-device',
  'log-in-held-back',
  'second-factor-changed',
  'recovery-code-used',
];

/**
 * Puts right what hangs on an e-mail once a user has another one: links that were sent to the one before
 * are void, what waits for it goes to the new one, what was sent to it forgets it, and Stripe is told.
 * Where it may be a stranger's (`isForeign`), warnings do not go there either, and nothing can be undone
 * from there. Once the transaction has ended, the jobs are to forget the one before (`forgetAddressesOf`).
 */
export async function leaveAddress(
  { jobs }: Pick<Services, 'jobs'>,
  transaction: Db,
  user: { id: string; before: string; email: string },
  { isForeign }: { isForeign: boolean },
): Promise<void> {
  const { id: userId, before, email } = user;
  await deleteResetsOf(transaction, userId);
  if (isForeign) await deleteChanges(transaction, userId);
  await redirectMails(transaction, { from: before, to: email, but: isForeign ? [] : warnings });
  await forgetAddress(transaction, before);
  await jobs.enqueue(transaction, 'tell-stripe-who', { userId });
}
