import { brand } from 'contract/brand';
import { inWords, retention } from 'contract/retention';
import { formatPounds } from '../../lib/format.ts';

/** What a deletion ends, as far as it is known: the names of what runs; undefined while nobody knows. */
export function endings(running: string[] | undefined): string {
  if (running === undefined) return 'Subscriptions that run end at once.';
  const [first] = running;
  if (first === undefined) return 'You have no subscription that would end.';
  if (running.length === 1) return `${first} ends at once.`;
  return `${running.slice(0, -1).join(', ')} and ${running.at(-1)} end at once.`;
}

/** What a deletion does, in the order in which somebody would ask. `credit` in pounds, null while not known. */
export function consequences(
  running: string[] | undefined,
  credit?: number | null,
): { title: string; text: string }[] {
  const isAnything = running === undefined || running.length > 0;
  const ends = isAnything
    ? `${endings(running)} Nothing more is charged, and nothing is paid back: to withdraw with a refund, do that first under My Subscriptions.`
    : endings(running);
  return [
    {
      title: 'What ends',
      text: credit
        ? `${ends} Your ${formatPounds(credit)} of credit goes with the account: to have it paid back, write to ${brand.supportEmail} first.`
        : ends,
    },
    {
      title: 'What is erased',
      text: 'Your name, your email and your password here, and your name, your email and your cards in your record at Stripe. You are logged out everywhere.',
    },
    {
      title: 'What is kept',
      text: `Without your name and email: what you paid, for ${inWords(retention.payments)}, as tax law asks; what you agreed to, for ${inWords(retention.agreements)}; if you had a free trial, a code for its card, from which the card cannot be told, for ${inWords(retention.trialCards)}; and security records, for as long as the privacy policy says. Invoices that were issued keep what is printed on them.`,
    },
  ];
}
