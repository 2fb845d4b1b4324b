import { legalKind } from 'contract/agreements';
import { promised } from 'contract/promised';
import { NIL, v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Notice } from '../../emails/notices.ts';
import { BadRequest, Conflict } from '../../http/errors.ts';
import type { JobData } from '../../jobs/job-data.ts';
import type { Services } from '../../services.ts';
import { dayAhead, findHolder, findHolders, insertChange } from './changes-repository.ts';
import { keepTexts } from './kept-texts.ts';
import { findChange } from './repository.ts';
import { changeCause } from './service.ts';
import { currentTexts } from './texts.ts';

/** What an operator announces: `inForceOn` is a day in London, `says` what changes, in a sentence or two. */
export const announcement = z.object({
  kind: legalKind,
  inForceOn: z.iso.date(),
  says: z.string().trim().min(10).max(1_000),
});

/**
 * Declares that the terms or the policy of this build differ from those before in a way that matters:
 * every account holder is told by mail now, and once more after the sign-in that follows the day. Throws
 * BadRequest for a day that is too near, and Conflict for a version that was announced already.
 */
export async function announceChange(
  { db, jobs }: Services,
  { kind, inForceOn, says }: z.output<typeof announcement>,
): Promise<void> {
  const earliest = await dayAhead(db, promised.changeNoticeDays);
  if (inForceOn < earliest) {
    throw new BadRequest(
      `The notice is ${promised.changeNoticeDays} days: name ${earliest} or later.`,
    );
  }
  await keepTexts(db);
  const { version } = currentTexts[kind];
  await db.transaction(async (transaction) => {
    const change = await insertChange(transaction, { id: uuid(), kind, version, says, inForceOn });
    if (!change) throw new Conflict('This version has been announced already.');
    await jobs.enqueue(transaction, 'tell-of-change', { changeId: change.id, after: NIL });
  });
}

/** How many are told in one transaction. */
const batch = 500;

/** Queues the mail of a change for the next account holders, and the job for those after them. */
export async function tellHolders(
  { db, jobs, mails }: Services,
  { changeId, after }: JobData['tell-of-change'],
): Promise<void> {
  const change = await findChange(db, changeId);
  if (!change) return;
  const { kind, says, inForceOn, version } = change;
  await db.transaction(async (transaction) => {
    const holders = await findHolders(transaction, change, { after, limit: batch });
    for (const { id, email, firstName } of holders) {
      await mails.queue(transaction, {
        cause: changeCause(changeId, id),
        template: 'legal-changed',
        to: email,
        content: { firstName, kind, says, inForceOn, textVersion: version },
      });
    }
    const last = holders.at(-1);
    if (holders.length < batch || !last) return;
    await jobs.enqueue(transaction, 'tell-of-change', { changeId, after: last.id });
  });
}

/**
 * The mail that tells somebody of a change: for them it is in force on the day that was announced, or when
 * the notice after the mail went out is over.
 */
export async function changeNotice(
  { db }: Services,
  cause: string,
): Promise<Notice<'legal-changed'>> {
  const [, changeId = '', userId = ''] = cause.split(':');
  const change = await findChange(db, changeId);
  const holder = await findHolder(db, userId);
  return {
    template: 'legal-changed',

    async write(transaction) {
      if (!change || !holder) return null;
      const earliest = await dayAhead(transaction, promised.changeNoticeDays);
      const { kind, says, version } = change;
      let { inForceOn } = change;
      if (inForceOn < earliest) inForceOn = earliest;
      return { firstName: holder.firstName, kind, says, inForceOn, textVersion: version };
    },

    // From when on it is in force for them follows from when the mail was sent.
    noteSent: async () => {},
  };
}
