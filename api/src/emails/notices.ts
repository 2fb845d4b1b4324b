import type { Db } from '../db/client.ts';
import { deleteUnsentEmail, markEmailSent, rewriteUnsentEmail } from './repository.ts';
import { type TemplateContent, type TemplateName, templateOf } from './templates.ts';

/**
 * A mail that a period counts from. What it says is worked out when it goes out, however long it had to
 * wait, so that nobody has less of the period than they are told.
 */
export interface Notice<Name extends TemplateName = TemplateName> {
  template: Name;
  /**
   * What it says if it goes now, in the transaction that notes what follows from that; null where there
   * is nothing to tell any more.
   */
  write(transaction: Db): Promise<TemplateContent<Name> | null>;
  /** Notes that the mail server took it, in the transaction that says so of the mail. */
  noteSent(transaction: Db): Promise<void>;
}

/** Another process was faster. */
class SentBefore extends Error {}

/** Writes a notice that waits anew, or takes it back. Answers whether it is to be sent. */
export async function writeNotice(db: Db, cause: string, notice: Notice): Promise<boolean> {
  return unlessSentBefore(db, async (transaction) => {
    const content = await notice.write(transaction);
    if (!content) {
      await deleteUnsentEmail(transaction, cause);
      return false;
    }
    const stored = templateOf(notice.template).stored.write(content);
    if (!(await rewriteUnsentEmail(transaction, cause, stored))) throw new SentBefore();
    return true;
  });
}

/** Notes that a mail went out, and what follows from that where it is a notice. */
export async function noteSent(
  db: Db,
  { cause, recipient }: { cause: string; recipient: string },
  notice?: Notice,
): Promise<void> {
  if (!notice) return void (await markEmailSent(db, cause, recipient));
  await unlessSentBefore(db, async (transaction) => {
    // First: it holds the user, and whoever else holds one of both does so in this order.
    if (!(await markEmailSent(transaction, cause, recipient))) throw new SentBefore();
    await notice.noteSent(transaction);
    return true;
  });
}

async function unlessSentBefore(
  db: Db,
  work: (transaction: Db) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof SentBefore) return false;
    throw error;
  }
}
