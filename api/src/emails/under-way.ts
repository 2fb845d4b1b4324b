import { toPounds } from 'contract/format';
import { stillCharged } from 'contract/under-way';
import { z } from 'zod';
import { charge } from './credit-words.ts';

/** What is charged of the period that has begun, while its money is still to be taken. */
export const underWay = z.object(charge).optional();

/** The same in a sentence, or nothing. */
export function underWaySentence(due: z.output<typeof underWay>): string | undefined {
  if (!due) return undefined;
  const credit = due.credit === null ? null : toPounds(due.credit);
  return stillCharged({ amount: toPounds(due.charged), credit });
}
