import { formatPence } from 'contract/format';
import { z } from 'zod';
import { charge, creditSentence } from './credit-words.ts';
import { moment, pence } from './template.ts';

/** What the mails of a trial say: of what, until when, and what is charged then. */
export const trialContent = z.object({
  firstName: z.string(),
  product: z.string(),
  cycle: z.enum(['monthly', 'yearly']),
  trialEnd: moment,
  amount: pence,
  ...charge,
});

/** The facts of a trial; `ends` is its last day in words. */
export function trialDetails(
  { product, cycle, amount, charged }: z.output<typeof trialContent>,
  ends: string,
): [string, string][] {
  return [
    ['Product', product],
    ['Trial ends', ends],
    ['First charge', `${formatPence(charged)} on ${ends}`],
    ['Then', `${formatPence(amount)} per ${cycle === 'monthly' ? 'month' : 'year'}`],
  ];
}

/** What happens on the day of the first charge, and what credit pays of it, if any. */
export function firstChargeWords(trial: z.output<typeof trialContent>): {
  due: string;
  credit: string | undefined;
} {
  const credit = creditSentence(trial);
  const amount = formatPence(trial.amount);
  return { due: credit ? `${amount} is due` : `your card is charged ${amount}`, credit };
}
