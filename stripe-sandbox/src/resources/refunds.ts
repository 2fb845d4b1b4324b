import { refundCharge } from '../billing/refund.ts';
import { invalid } from '../http/errors.ts';
import { equal, page, pagingByTime } from '../http/list.ts';
import { flag, integer, metadata, oneOf, text } from '../http/params.ts';
import { route } from '../http/route.ts';
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
      const { amount = null, reason = null, metadata: notes } = params;
      return refundCharge(work, charge, { amount, reason, metadata: notes ?? {} });
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
