import type { Mails } from '../../emails/mails.ts';
import { insertEmail } from '../../emails/repository.ts';
import { templateOf } from '../../emails/templates.ts';
import type { Jobs } from '../../jobs/jobs.ts';

/** Where in their lives those are whose past is being lived, by e-mail. */
export type Presents = Map<string, { now: Date; hasMailbox: boolean }>;

/**
 * Mails as they were queued in the past: dated so, and only for those with a mailbox here really
 * sent, so that the mail catcher holds one person's letters and not everybody's. For all others
 * the mails are noted as sent then. Whoever is not in `presents` lives now.
 */
export function mailsOfThePast(mails: Mails, jobs: Jobs, presents: Presents): Mails {
  return {
    ...mails,
    async queue(transaction, mail) {
      const life = presents.get(mail.to);
      if (!life) return mails.queue(transaction, mail);
      const { cause, template, to: recipient, content } = mail;
      const createdAt = momentOf(content) ?? life.now;
      const row = { cause, template, recipient, createdAt };
      const stored = templateOf(template).stored.write(content);
      if (!life.hasMailbox) {
        return insertEmail(transaction, { ...row, content: {}, sentAt: createdAt });
      }
      const isNew = await insertEmail(transaction, { ...row, content: stored });
      if (isNew) await jobs.enqueue(transaction, 'send-email', { cause });
      return isNew;
    },
  };
}

/** When it happened that a mail tells of, where it says so: a stretch of life may bring several. */
function momentOf(content: object): Date | undefined {
  const { paidAt, dueAt, endedAt } = content as Record<string, string | undefined>;
  const moment = paidAt ?? dueAt ?? endedAt;
  return moment === undefined ? undefined : new Date(moment);
}
