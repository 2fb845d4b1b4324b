import { brand } from 'contract/brand';
import { formatPence } from 'contract/format';
import { z } from 'zod';
import { pence } from './template.ts';

/** What will be charged, and what credit pays beside it, in pence; null where it is not known. */
export const charge = { charged: pence, credit: pence.nullable() };

const chargeOf = z.object(charge);

/** Makes a mail's content of before credit was told one that says nothing of it. */
export const withoutCredit = (content: Record<string, unknown>): Record<string, unknown> => ({
  ...content,
  charged: content.amount,
  credit: null,
});

/** What happens on the day of a charge, and what credit pays of it, if any. */
export function chargeWords({
  amount,
  ...charge
}: z.output<typeof chargeOf> & { amount: number }): {
  due: string;
  credit: string | undefined;
} {
  const credit = creditSentence(charge);
  const pounds = formatPence(amount);
  return { due: credit ? `${pounds} is due` : `your card is charged ${pounds}`, credit };
}

/** '£24.17 of credit pays part: £0.82 will be charged.', or nothing where credit pays nothing. */
export function creditSentence({ charged, credit }: z.output<typeof chargeOf>): string | undefined {
  if (!credit) return undefined;
  return charged > 0
    ? `${formatPence(credit)} of credit pays part: ${formatPence(charged)} will be charged.`
    : `${formatPence(credit)} of credit pays for it: nothing will be charged.`;
}

/** What to do with credit that nothing is left to pay for. */
export function unusedCredit(credit: number | null): string[] {
  if (!credit) return [];
  return [
    `You have ${formatPence(credit)} of credit left. It pays for whatever you subscribe to next. To have it paid back instead, write to ${brand.supportEmail} from this email address.`,
  ];
}
