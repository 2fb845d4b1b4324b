import { formatMoney } from '../billing/money.ts';
import { invalid } from '../http/errors.ts';
import { equal, page, pagingByTime } from '../http/list.ts';
import { flag, integer, metadata, oneOf, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { newRefund } from '../shapes/refund.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { mergeMetadata } from './updates.ts';

/** The charge to refund: named, or the one that paid the named payment intent. */
function chargeFor(
  work: Work,
  charge: string | null | undefined,
  intent: string | null | undefined,
): Doc<'charge'> {
  if (charge) return work.get('charge', charge, 'charge');
  if (!intent)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const { latest_charge: latest } = work.get('payment_intent', intent, 'payment_intent');
  const found = work.store.find('charge', latest ?? '');
  // The last of its charges is the one that paid, if any did.
  if (!found?.paid)
    throw invalid(
      `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  return found;
}

/** Whether a dispute holds the money of a charge, or has taken it. */
function isHeldBack(work: Work, charge: Doc<'charge'>): boolean {
  if (!charge.disputed) return false;
  return work.store.all('dispute', equal('charge', charge.id)).some((one) => one.status !== 'won');
}

/** https://docs.stripe.com/api/refunds */
export const refundRoutes = [
  route(
    'POST',
    '/v1/refunds',
    {
      amount: integer,
      charge: text,
      metadata,
      payment_intent: text,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      refund_application_fee: flag,
    },
    (work, params) => {
      const charge = chargeFor(work, params.charge, params.payment_intent);
      if (isHeldBack(work, charge)) {
        const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
        throw invalid(message, undefined, 'charge_disputed');
      }
      const left = charge.amount_captured - charge.amount_refunded;
      if (left <= 0)
        throw invalid(
          `Charge ${charge.id} has already been refunded.`,
          undefined,
          'charge_already_refunded',
        );
      const amount = params.amount ?? left;
      if (amount < 1)
        throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
      if (amount > left) {
        throw invalid(
          `Refund amount (${formatMoney(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatMoney(left, charge.currency)})`,
          'amount',
        );
      }
      const { reason = null, metadata: notes } = params;
      const refund = newRefund(work.now(charge.customer), charge, {
        amount,
        reason,
        metadata: notes ?? {},
      });
      work.save('refund', refund);
      const changes = {
        amount_refunded: charge.amount_refunded + amount,
        refunded: amount === left,
      };
      work.change('charge', charge.id, changes, 'charge.refunded');
      work.emit('refund.created', refund);
      return refund;
    },
  ),
  route('GET', '/v1/refunds/:id', {}, (work, _, id) => work.get('refund', id)),
  route('POST', '/v1/refunds/:id', { metadata }, (work, params, id) => {
    const refund = work.get('refund', id);
    return work.change('refund', id, mergeMetadata(refund, params), 'refund.updated');
  }),
  route(
    'GET',
    '/v1/refunds',
    { ...pagingByTime, charge: text, payment_intent: text },
    (work, params) => {
      const filters = [
        ...equal('charge', params.charge),
        ...equal('payment_intent', params.payment_intent),
      ];
      return page(work, 'refund', params, filters, '/v1/refunds');
    },
  ),
];
