import { before, retention } from 'contract/retention';
import { v7 as uuid } from 'uuid';
import type { Tried } from '../../emails/log-in-held-back.ts';
import type { Occasion } from '../../emails/occasion.ts';
import type { Services } from '../../services.ts';
import { hasLoggedInBefore, type UserRow } from './repository.ts';

type Told = Pick<UserRow, 'id' | 'email' | 'firstName'>;
type LoggedIn = Told & Pick<UserRow, 'createdAt' | 'lastLoginAt'>;

/**
 * Tells somebody that a device that the account has not known has just logged in; nothing at their first
 * login. `user` is as before it. The login stands: what fails here is noted in the log alone.
 */
export async function tellOfNewDevice(
  { db, log, mails, limits }: Services,
  user: LoggedIn,
  occasion: Occasion,
): Promise<void> {
  try {
    const { id, email, firstName } = user;
    const since = before(new Date(), retention.signIns);
    if (!(await hasLoggedInBefore(db, user, since)) || !(await limits.newDevice.allows(id))) return;
    await db.transaction((transaction) =>
      mails.queue(transaction, {
        cause: `new-device:${uuid()}`,
        template: 'new-device',
        to: email,
        content: { firstName, occasion },
      }),
    );
  } catch (error) {
    log.error({ err: error }, 'a new device was not told of');
  }
}

/**
 * Tells somebody that tries at their account are held back: once a day at most for each thing that is tried,
 * so that wrong passwords do not hide that somebody has the right one.
 */
export async function tellOfTries(
  { db, mails, limits }: Services,
  { id, email, firstName }: Told,
  { tried, occasion }: { tried: Tried; occasion: Occasion },
): Promise<void> {
  if (!(await limits.triesNotice.allows(tried === 'login' ? id : `${id} ${tried}`))) return;
  await db.transaction((transaction) =>
    mails.queue(transaction, {
      cause: `log-in-held-back:${uuid()}`,
      template: 'log-in-held-back',
      to: email,
      content: { firstName, tried, occasion },
    }),
  );
}
