import { DAY } from '../clock/day.ts';
import { invalid } from '../http/errors.ts';
import { newRefund } from '../shapes/refund.ts';
import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';
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
  const now = work.now(charge.customer);
  const refund = newRefund(now, charge, { ...asked, amount });
  work.save('refund', refund, { failsAt: isTaken(work, charge) ? null : now + DAY });
  const changes = {
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  work.change('charge', charge.id, changes, 'charge.refunded');
  work.emit('refund.created', refund);
  return refund;
}

/** Whether the card of a charge takes money back. */
function isTaken(work: Work, { payment_method: method }: Doc<'charge'>): boolean {
  const card = work.store.find('payment_method', method ?? '');
  return !card || work.store.secret('payment_method', card.id).behaviour !== 'refunds_fail';
}

/** The bank sends back what was refunded, as it does where the card is gone: it is ours again. */
export function failRefund(work: Work, refund: Doc<'refund'>): void {
  const charge = work.get('charge', String(refund.charge));
  const amount_refunded = charge.amount_refunded - refund.amount;
  work.save('charge', { ...charge, amount_refunded, refunded: false });
  const changes = {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: newId('txn'),
  };
  const failed = work.change('refund', refund.id, changes, 'refund.failed');
  work.emit('refund.updated', failed);
  work.emit('charge.refund.updated', failed);
}
