import { formatPounds } from './format.ts';

/** What comes back with a withdrawal, in sentences: to the card, and as credit that had paid beside it. */
export function withdrawMoney(
  back: { withdraw_refund: number | null; withdraw_credit: number | null },
  card: string,
): string {
  const { withdraw_refund: refund, withdraw_credit: credit } = back;
  const sentences = [
    ...(refund ? [`${formatPounds(refund)} goes back to ${card}.`] : []),
    ...(credit ? [`${formatPounds(credit)} of credit that paid for it comes back.`] : []),
  ];
  return sentences.join(' ') || 'Nothing is charged.';
}
