import { findPlan, productName } from 'contract/catalogue';
import type { Db } from '../../../db/client.ts';
import type { Mails } from '../../../emails/mails.ts';
import type { PriceMove } from './repository.ts';

/** Somebody who was told of a price that does not come. */
export interface Kept {
  move: PriceMove;
  email: string;
  firstName: string;
  /** What they pay, now and on. Pence. */
  amount: number;
  isEnding: boolean;
}

/** Tells a holder that a price does not come, once for each that they were told of. */
export async function queueKept(
  mails: Pick<Mails, 'queue'>,
  transaction: Db,
  { move, email, firstName, amount, isEnding }: Kept,
): Promise<void> {
  const plan = findPlan(move.planId);
  if (!plan) return;
  await mails.queue(transaction, {
    cause: `price-kept:${move.id}`,
    template: 'price-kept',
    to: email,
    content: {
      ...{ firstName, product: productName(plan.productId), cycle: plan.cycle, amount, isEnding },
      toldAmount: move.newAmount,
    },
  });
}
