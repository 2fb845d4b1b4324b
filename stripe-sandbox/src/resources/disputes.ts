import { equal, page, pagingByTime } from '../http/list.ts';
import { text } from '../http/params.ts';
import { route } from '../http/route.ts';

/** https://docs.stripe.com/api/disputes */
export const disputeRoutes = [
  route('GET', '/v1/disputes/:id', {}, (work, _, id) => work.get('dispute', id)),
  route('POST', '/v1/disputes/:id/close', {}, (work, _, id) =>
    work.change('dispute', id, { status: 'lost' }, 'charge.dispute.closed'),
  ),
  route(
    'GET',
    '/v1/disputes',
    { ...pagingByTime, charge: text, payment_intent: text },
    (work, params) => {
      const filters = [
        ...equal('charge', params.charge),
        ...equal('payment_intent', params.payment_intent),
      ];
      return page(work, 'dispute', params, filters, '/v1/disputes');
    },
  ),
];
