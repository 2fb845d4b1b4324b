import { formatPence } from 'contract/format';
import { priceInWords } from 'contract/sale-terms';
import { z } from 'zod';
import { card, cardLine } from './card-words.ts';
import { charge } from './credit-words.ts';
import { moment, pence } from './template.ts';

/** What the mails of a trial say: of what, until when, and what is charged then. */
export const trialContent = z.object({
  firstName: z.string(),
  product: z.string(),
  cycle: z.enum(['monthly', 'yearly']),
  trialEnd: moment,
  amount: pence,
  ...charge,
  card,
  /** Where support has set a day for its end that comes after the first charge. */
  endsAt: moment.optional(),
});

/** The facts of a trial; `ends` is its last day in words. */
export function trialDetails(
  { product, cycle, amount, charged, card: by }: z.output<typeof trialContent>,
  ends: string,
): [string, string][] {
  return [
    ['Product', product],
    ['Trial ends', ends],
    ['First charge', `${formatPence(charged)} on ${ends}`],
    ['Then', priceInWords(formatPence(amount), cycle)],
    ...cardLine(by),
  ];
}
