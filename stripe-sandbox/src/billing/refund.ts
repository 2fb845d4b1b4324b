import { invalid } from '../http/errors.ts';
import { newRefund } from '../shapes/refund.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { formatMoney } from './money.ts';

/** Whether a dispute holds the money of a charge, or has taken it. */
function isHeldBack(work: Work, charge: Doc<'charge'>): boolean {
  if (!charge.disputed) return false;
  return work.store
    .all('dispute', [{ path: 'charge', op: '=', value: charge.id }])
    .some((one) => one.status !== 'won');
}

/** Gives back a charge, or a part of it. Throws Stripe's errors for what cannot go back. */
export function refundCharge(
  work: Work,
  charge: Doc<'charge'>,
  asked: Pick<Doc<'refund'>, 'reason' | 'metadata'> & { amount: number | null },
): Doc<'refund'> {
  if (isHeldBack(work, charge)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalid(message, undefined, 'charge_disputed');
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (left <= 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalid(message, undefined, 'charge_already_refunded');
  }
  const amount = asked.amount ?? left;
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left) {
    throw invalid(
      `Refund amount (${formatMoney(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatMoney(left, charge.currency)})`,
      'amount',
    );
  }
  const refund = newRefund(work.now(charge.customer), charge, { ...asked, amount });
  work.save('refund', refund);
  const changes = {
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  work.change('charge', charge.id, changes, 'charge.refunded');
  work.emit('refund.created', refund);
  return refund;
}
