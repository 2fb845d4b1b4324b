import { formatPence } from 'contract/format';
import { z } from 'zod';
import { moment, pence } from './template.ts';

/** What the mails of a trial say: of what, until when, and what is charged then. */
export const trialContent = z.object({
  firstName: z.string(),
  product: z.string(),
  cycle: z.enum(['monthly', 'yearly']),
  trialEnd: moment,
  amount: pence,
});

/** The facts of a trial; `ends` is its last day in words. */
export function trialDetails(
  { product, cycle, amount }: z.output<typeof trialContent>,
  ends: string,
): [string, string][] {
  return [
    ['Product', product],
    ['Trial ends', ends],
    ['First charge', `${formatPence(amount)} on ${ends}`],
    ['Then', `${formatPence(amount)} per ${cycle === 'monthly' ? 'month' : 'year'}`],
  ];
}
