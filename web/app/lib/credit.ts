import { formatPounds } from './format.ts';

/**
 * What credit pays of a charge, in a sentence: '£24.17 of credit pays part: £0.82 will be charged.' Null
 * where it pays nothing, or that is not known. In pounds.
 */
export function creditText(
  charge: { amount: number; credit: number | null } | null | undefined,
): string | null {
  if (!charge?.credit) return null;
  const credit = `${formatPounds(charge.credit)} of credit`;
  return charge.amount > 0
    ? `${credit} pays part: ${formatPounds(charge.amount)} will be charged.`
    : `${credit} pays for it: nothing will be charged.`;
}
