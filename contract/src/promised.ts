import { retention } from './retention.ts';

/**
 * What the legal texts promise in figures. The texts say them and the code keeps them, from here, so
 * that neither can move without the other (docs/product/promises.md).
 */
export const promised = {
  /** A session lasts so long, unless the operator sets it shorter. */
  sessionHours: retention.session.count,
  /** A link to set or reset a password works so long. */
  resetLinkMinutes: retention.resetLink.count,
  /** A device that has signed in is known for so long. */
  knownDeviceDays: 400,
  /** An admin sees what a user sees for so long at most. */
  viewMinutes: 15,
  /** The reminder goes so long before the first charge. */
  trialReminderDays: 3,
  /** A reminder goes so many days before each yearly renewal, and of a monthly plan so often. */
  renewalReminderDays: 14,
  renewalReminderMonths: 6,
  /** So long before a charge it is told that the card expires before it. */
  cardNoticeDays: 31,
  /** One may withdraw after subscribing, the first charge of a trial, or a yearly renewal. */
  withdrawalDays: 14,
  /** The payment that was withdrawn from is back within this. */
  refundDays: 14,
  /** A payment that failed, or waits for the bank, is tried for so long before the subscription ends. */
  retryWeeks: 2,
  /** A product that has not been reached for so long is not told any more. */
  endpointDays: 3,
  /**
   * For so long before a change of e-mail was asked for a second factor counts as one of whoever asked: as
   * long as the change can be undone.
   */
  recentFactorDays: retention.emailUndo.count / 24,
  /** A new price is told so long before the renewal from which it applies. */
  priceNoticeDays: 30,
  /** A change of the terms or of the policy that matters is told so long before it takes effect. */
  changeNoticeDays: 30,
  /** How long before an end by the company it is told. */
  endNoticeDays: 30,
  /** What somebody asks for of their data is answered within this. */
  answerMonths: 1,
  /** A complaint about personal data is acknowledged within this. */
  complaintDays: 30,
  /** The Information Commissioner hears of a breach within this. */
  breachHours: 72,
  /** An account that nobody signs in to may be deleted after this. */
  inactiveYears: retention.inactiveAccount.count,
  /** Liability is capped at the fees of so many months. */
  liabilityMonths: 3,
} as const;

const names = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A small number as a sentence has it: 'three'. `capital`: at its beginning. */
export function inWords(number: number, capital = false): string {
  const name = names[number] ?? String(number);
  return capital ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
}
