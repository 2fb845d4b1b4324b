import type { Transporter } from 'nodemailer';
import type { Statement } from '../db/at-once.ts';
import type { Db } from '../db/client.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Notice, noteSent, writeNotice } from './notices.ts';
import {
  deleteUnsentEmail,
  existsEmail,
  findUnsentEmail,
  forgetUndelivered,
  insertEmail,
  insertingEmail,
  isEmailWaiting,
} from './repository.ts';
import { sendingLimitMs } from './sending-limit.ts';
import { type TemplateContent, type TemplateName, templateOf } from './templates.ts';

interface QueuedMail<Name extends TemplateName> {
  /** What the mail is sent for; a second mail for the same cause is not sent. */
  cause: string;
  template: Name;
  to: string;
  content: TemplateContent<Name>;
}

export interface Mails {
  /**
   * Queues a mail in the transaction of its cause; nothing is sent if that rolls back. False when
   * one was queued for the same cause before.
   */
  queue<Name extends TemplateName>(transaction: Db, mail: QueuedMail<Name>): Promise<boolean>;
  /** The same as statements of a transaction that is sent in one go, of a cause that is known to be new. */
  queueing<Name extends TemplateName>(
    mail: QueuedMail<Name>,
  ): Promise<(transaction: Db) => Statement[]>;
  /** Whether a mail was queued for a cause, sent since or not. */
  wasQueued(db: Db, cause: string): Promise<boolean>;
  /**
   * Sends the mail of a cause over SMTP, unless it has been sent; a notice as it is written anew. Throws
   * when SMTP is down.
   */
  send(cause: string, notice?: Notice): Promise<void>;
  /** Whether the mail of a cause was queued and not sent yet. */
  isWaiting(transaction: Db, cause: string): Promise<boolean>;
  /** Takes the mail of a cause back, if it waits. */
  takeBack(transaction: Db, cause: string): Promise<void>;
  /**
   * Sends at once, and stores nothing: for a mail that holds a secret, from the job that made it.
   * Throws when SMTP is down.
   */
  sendSecret<Name extends TemplateName>(mail: QueuedMail<Name>): Promise<void>;
  /** Forgets what could not be sent to people who were deleted. */
  forgetUndelivered(): Promise<void>;
}

/** How long each answer of a mail server may take. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 20_000 };

/** The mail service. `siteUrl` is the origin of every link in a mail. */
export function createMails(
  db: Db,
  jobs: Jobs,
  settings: { smtpUrl: string; from: string; siteUrl: string; limitMs?: number },
): Mails {
  const { limitMs = sendingLimitMs } = settings;
  let transport: Transporter | undefined;

  async function deliver(
    { cause, template, to, content }: QueuedMail<TemplateName>,
    date = new Date(),
  ): Promise<void> {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({ url: settings.smtpUrl, ...timeouts }, { from: settings.from });
    await transport.sendMail({
      // As an object, so that an address is never read as a list of several.
      to: { name: '', address: to },
      messageId: messageId(cause, settings.from),
      date,
      signal: AbortSignal.timeout(limitMs),
      ...templateOf(template).render(content, settings.siteUrl),
    });
  }

  return {
    async queue(transaction, mail) {
      const isNew = await insertEmail(transaction, stored(mail));
      if (isNew) await jobs.enqueue(transaction, 'send-email', { cause: mail.cause });
      return isNew;
    },

    async queueing(mail) {
      const job = await jobs.enqueueing('send-email', { cause: mail.cause });
      return (transaction) => [insertingEmail(transaction, stored(mail)), job(transaction)];
    },

    wasQueued: existsEmail,

    async send(cause, notice) {
      if (notice && !(await writeNotice(db, cause, notice))) return;
      const mail = await findUnsentEmail(db, cause);
      if (!mail) return;
      const template = mail.template as TemplateName;
      const content = templateOf(template).stored.read(mail.content, `the mail ${cause}`);
      // Dated as it was written, however long the mail server was away.
      const date = notice ? new Date() : mail.createdAt;
      await deliver({ cause, template, to: mail.recipient, content }, date);
      await noteSent(db, mail, notice);
    },

    isWaiting: isEmailWaiting,

    takeBack: deleteUnsentEmail,

    sendSecret: (mail) => deliver(mail),

    forgetUndelivered: () => forgetUndelivered(db),
  };
}

/** A mail as it is stored. */
const stored = <Name extends TemplateName>({ cause, template, to, content }: QueuedMail<Name>) => ({
  ...{ cause, template, recipient: to },
  content: templateOf(template).stored.write(content),
});

/** The same for every attempt, so that a mailbox can tell a repeat after a crash. */
function messageId(cause: string, from: string): string {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${cause.replaceAll(/[^\w.-]/g, '.')}@${domain}>`;
}
