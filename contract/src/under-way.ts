import { formatPounds } from './format.ts';

/**
 * What is charged of the period that has begun, in a sentence for who cancels or goes on: Stripe takes the
 * money of a renewal an hour after that (product M9, M11, U26, C19). In pounds.
 * @param credit what credit pays beside `amount`
 */
export function stillCharged({
  amount,
  credit,
}: {
  amount: number;
  credit: number | null;
}): string {
  if (amount > 0) {
    const beside = credit ? `, after ${formatPounds(credit)} of credit` : '';
    return `The period that has just begun is still charged: ${formatPounds(amount)}${beside}.`;
  }
  return `Your credit still pays for the period that has just begun: ${formatPounds(credit ?? 0)}.`;
}
