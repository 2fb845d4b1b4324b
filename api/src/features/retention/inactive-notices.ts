import { after, retention } from 'contract/retention';
import type { Notice } from '../../emails/notices.ts';
import { sendingLimitMs } from '../../emails/sending-limit.ts';
import type { Services } from '../../services.ts';
import { lockAnnounced, setDeletionDue, type UserRow } from './inactive-repository.ts';

/** The first or the last mail before an account is deleted that nobody uses. */
export type Which = 'first' | 'last';

const periods = {
  first: retention.firstInactivityNotice,
  last: retention.lastInactivityNotice,
} as const;

/**
 * What a day is put off by beside what it has to be, so that a mail which goes out within the hour, after some tries
 * perhaps, finds it far enough, and need not write it.
 */
const spareMs = 3_600_000;

/** When the notice of one of the mails is over that is queued at a moment. */
export const endOfNotice = (queuedAt: Date, which: Which): Date =>
  after(new Date(queuedAt.getTime() + spareMs), periods[which]);

export const latest = (a: Date, b: Date): Date => (a > b ? a : b);

/**
 * What such a mail is sent for: once for each announcement. Those of earlier releases were once for each
 * time of not signing in, and have another beginning, so that a process of such a release takes none of
 * ours for one of its own that is out of date.
 */
export function causeOf(
  { id, lastLoginAt, deletionAnnouncedAt }: Pick<UserRow, AnnouncedFields>,
  which: Which,
) {
  if (deletionAnnouncedAt) return `account-unused:${id}:${deletionAnnouncedAt.getTime()}:${which}`;
  return `account-inactive:${id}:${lastLoginAt.getTime() / 1000}:${which}`;
}

type AnnouncedFields = 'id' | 'lastLoginAt' | 'deletionAnnouncedAt';

/**
 * One of the two mails: the account is not deleted before its whole notice after it went out is over.
 * Nothing of it is left for whoever has signed in meanwhile.
 */
export async function inactivityNotice(
  _services: Services,
  cause: string,
): Promise<Notice<'account-inactive'>> {
  const [, id = '', , last] = cause.split(':');
  const which = last === 'last' ? 'last' : 'first';
  const endsAt = (now: number) => after(new Date(now), periods[which]);
  return {
    template: 'account-inactive',

    async write(transaction) {
      const user = await lockAnnounced(transaction, id);
      if (!user?.deletionDueAt || causeOf(user, which) !== cause) return null;
      const isFar = user.deletionDueAt >= endsAt(Date.now() + sendingLimitMs);
      const due = isFar ? user.deletionDueAt : endOfNotice(new Date(), which);
      if (!isFar) await setDeletionDue(transaction, id, due);
      return { firstName: user.firstName, due: due.toISOString(), isActive: user.isActive };
    },

    async noteSent(transaction) {
      const user = await lockAnnounced(transaction, id);
      if (!user?.deletionDueAt || causeOf(user, which) !== cause) return;
      const due = endsAt(Date.now());
      if (due > user.deletionDueAt) await setDeletionDue(transaction, id, due);
    },
  };
}
