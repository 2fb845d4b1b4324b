import { inWords, retention as kept, type Period } from '../retention.ts';

/** Who handles personal data for us. */
export const processors = {
  head: ['Processor', 'What it does', 'What it receives'],
  rows: [
    [
      'Stripe',
      'Takes card payments, keeps card details, sends the hosted payment pages',
      'Name, email, subscription and payment details; your card details, address and VAT number directly from you or as you give them to us',
    ],
    [
      'Our email provider',
      'Delivers the emails of your account, over SMTP',
      'Your email and what the message says',
    ],
    [
      'Our hosting provider',
      'Runs our servers and database in the UK/EU',
      'Everything listed above, except card numbers',
    ],
  ],
} as const;

const withCapital = (period: Period): string => {
  const words = inWords(period);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** How long each kind of data is kept: by the periods that the code keeps. */
export const retention = {
  head: ['Data', 'Kept for'],
  rows: [
    [
      'Your account',
      `Until you delete it or ask us to. Inactive accounts may be deleted after ${kept.inactiveAccount.count} years: if nobody logs in for so long and nothing is subscribed to, we tell you by email ${kept.firstInactivityNotice.count} and ${inWords(kept.lastInactivityNotice)} ahead. Of a deleted account a number of ours and one of Stripe's stay, without your name and email.`,
    ],
    ['Sessions', `${inWords(kept.session)} at most; deleted within the hour after`],
    [
      'Links to reset a password',
      `${inWords(kept.resetLink)}, or until used; deleted within the hour after`,
    ],
    [
      'Links to confirm an email',
      `${inWords(kept.emailLink)}, or until used; deleted within the hour after`,
    ],
    [
      'A change of your email, and the links to undo it',
      `${inWords(kept.emailUndo)}, or until undone; deleted within the hour after`,
    ],
    [
      'Payment records',
      `${withCapital(kept.payments)}, as tax law asks, and for as long as you have your account. If your account is deleted before then, they are kept without your name and email; invoices and receipts that were issued keep what is printed on them.`,
    ],
    [
      'Your subscriptions, and what you may use by them',
      `For as long as you have your account. If your account is deleted, they are kept without your name and email: ${inWords(kept.payments)} from their end, and for as long as we keep a payment of yours.`,
    ],
    ['Checkouts that you began', `${withCapital(kept.checkouts)}, once they are over`],
    [
      'What you agreed to',
      `${withCapital(kept.agreements)}, the time in which legal claims can be made, and for as long as you have your account or we keep a subscription of yours. If your account is deleted, it is kept without your name, email and network address, and without the confirmation. A plan that you chose and did not subscribe to: ${inWords(kept.choices)}.`,
    ],
    [
      'Notices of a new price',
      `${withCapital(kept.agreements)}, and for as long as you have your account or we keep a subscription of yours. If your account is deleted, they are kept without your name and email.`,
    ],
    [
      'The mark of the card of a free trial',
      `For as long as you have your account. If your account is deleted: ${inWords(kept.trialCards)} from the trial.`,
    ],
    [
      'A further free trial that we allowed you',
      `For as long as you have your account. If your account is deleted: ${inWords(kept.trialCards)} from when it was allowed.`,
    ],
    [
      'Two-step login',
      `Until you remove it or your account is deleted; a recovery code, until it is used or replaced; an authenticator app that was not confirmed, ${inWords(kept.unfinishedSetUp)}`,
    ],
    [
      'How often something was tried, by which we hold attackers back',
      `Deleted within ${inWords(kept.rateLimits)} once it is no longer counted`,
    ],
    [
      'Security records',
      `Log-ins and refused attempts: ${inWords(kept.signIns)}. What was changed, what administrators looked at or exported, and by whom: ${inWords(kept.auditLog)}, the time in which legal claims can be made. If your account is deleted, they are kept without your name and email, but for an email that was typed at a refused log-in or searched for.`,
    ],
    ['Records of emails to you, and of notices from Stripe', withCapital(kept.sentMails)],
    ['What your products were told of your access', withCapital(kept.deliveryRecords)],
    [
      'A copy of your data that you asked for',
      `${inWords(kept.dataCopy)}, or until you download it; that you asked for it, ${inWords(kept.deliveryRecords)}`,
    ],
    ['Messages to support', `${withCapital(kept.supportMessages)} after the last message`],
  ],
} as const;
