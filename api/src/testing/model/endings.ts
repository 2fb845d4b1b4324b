import type { Mails } from '../../emails/mails.ts';

/** Queues mails as ours does, and notes what those about an end to come say, by their causes. */
export function noteEndings(mails: Mails, endings: Map<string, object>): Mails['queue'] {
  return async (transaction, mail) => {
    const isNew = await mails.queue(transaction, mail);
    if (isNew && mail.template === 'subscription-ending') endings.set(mail.cause, mail.content);
    return isNew;
  };
}
