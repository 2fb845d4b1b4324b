/** A length of time by the calendar. */
export interface Period {
  count: number;
  unit: 'minute' | 'hour' | 'day' | 'year';
}

const minutes = (count: number): Period => ({ count, unit: 'minute' });
const hours = (count: number): Period => ({ count, unit: 'hour' });
const days = (count: number): Period => ({ count, unit: 'day' });
const years = (count: number): Period => ({ count, unit: 'year' });

/**
 * How long everything is kept: the privacy policy tells it, and the jobs that clear away what is over
 * keep it.
 */
export const retention = {
  /** From a sign-in. */
  session: hours(8),
  resetLink: minutes(30),
  /** An authenticator app whose first code was not typed. */
  unfinishedSetUp: hours(1),
  /** A link to confirm an email. */
  emailLink: hours(24),
  /** A link to undo a change of email. */
  emailUndo: hours(72),
  /** A copy of one's data, from when it was made; it goes with its download. */
  dataCopy: hours(24),
  /** Without a sign-in and without a subscription. */
  inactiveAccount: years(5),
  /** How long before such a deletion its two mails go. */
  firstInactivityNotice: days(60),
  lastInactivityNotice: days(14),
  /** From the payment, once the account is deleted. */
  payments: years(6),
  /** What was agreed to, once the account is deleted and its subscriptions have gone. */
  agreements: years(6),
  /** The mark of a card that began a trial, from then, once the account is deleted. */
  trialCards: years(6),
  /** A plan that was chosen, and nothing came of it. */
  choices: days(30),
  /** What administrators and account holders changed. */
  auditLog: years(6),
  /** Log-ins, log-outs and what was refused. */
  signIns: years(1),
  /** That a mail was sent, when and to which address; or, from its writing, that it could not be. */
  sentMails: days(90),
  /** A mail that could not be sent to somebody who has been deleted; it is tried for a day. */
  undeliveredMails: days(7),
  stripeEvents: days(90),
  finishedJobs: days(90),
  /** For so long after its end an e-mail may still be in a job: it is taken out every hour. */
  freshJobs: days(7),
  /** How often something was tried, once that is no longer counted. */
  rateLimits: days(1),
  /** Checkouts that are over. */
  checkouts: days(90),
  /** What the jobs that compare and clear away reported. */
  reports: days(90),
  /** Scripts, styles and pictures of the site that the next release is made without. */
  replacedAssets: days(7),
  /** What was asked for, refused or handed over. */
  deliveryRecords: days(30),
  /** By hand. */
  supportMessages: years(2),
} as const satisfies Record<string, Period>;

const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** A period in milliseconds; a year is taken for its longest. */
export function millisecondsOf({ count, unit }: Period): number {
  return count * (unit === 'year' ? 366 * milliseconds.day : milliseconds[unit]);
}

/** The moment that lies a period before another, by the calendar of UTC. */
export function before(moment: Date, period: Period): Date {
  return shifted(moment, period, -1);
}

/** The moment that lies a period after another. */
export function after(moment: Date, period: Period): Date {
  return shifted(moment, period, 1);
}

function shifted(moment: Date, { count, unit }: Period, sign: 1 | -1): Date {
  if (unit !== 'year') return new Date(moment.getTime() + sign * count * milliseconds[unit]);
  const there = new Date(moment);
  there.setUTCFullYear(there.getUTCFullYear() + sign * count);
  // 29 February is taken for the day after it where the year has none.
  return there;
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A period as it is written in a sentence: 'six years', '8 hours', '90 days'. */
export function inWords({ count, unit }: Period): string {
  const number = unit === 'year' ? (words[count] ?? String(count)) : String(count);
  return `${number} ${unit}${count === 1 ? '' : 's'}`;
}
