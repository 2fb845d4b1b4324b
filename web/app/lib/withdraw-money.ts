import { formatPounds } from './format.ts';

/** What comes back with a withdrawal, in sentences: to the card, and as credit that had paid beside it. */
export function withdrawMoney(
  back: Record<`withdraw_${'refund' | 'credit' | 'held'}`, number | null>,
  card: string,
): string {
  const { withdraw_refund: refund, withdraw_credit: credit, withdraw_held: held } = back;
  const sentences = [
    ...(refund ? [`${formatPounds(refund)} goes back to ${card}.`] : []),
    ...(credit ? [`${formatPounds(credit)} of credit that paid for it comes back.`] : []),
    ...(held ? [`${formatPounds(held)} goes back once the bank has decided for us.`] : []),
  ];
  return sentences.join(' ') || 'Nothing is charged.';
}
