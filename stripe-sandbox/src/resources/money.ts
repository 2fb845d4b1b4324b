import { equal, ofCustomer, page, paging, pagingByTime } from '../http/list.ts';
import { metadata, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { mergeMetadata } from './updates.ts';

/** Payment intents, charges and setup intents: read, and annotated. Billing makes them. */
export const moneyRoutes = [
  route('GET', '/v1/payment_intents/:id', { client_secret: text }, (work, _, id) =>
    work.get('payment_intent', id),
  ),
  route('POST', '/v1/payment_intents/:id', { metadata, description: text }, (work, params, id) => {
    const intent = { ...work.get('payment_intent', id) };
    const changed = { ...intent, ...mergeMetadata(intent, params) };
    work.save('payment_intent', changed);
    return changed;
  }),
  route('GET', '/v1/payment_intents', { ...pagingByTime, customer: text }, (work, params) =>
    page(work, 'payment_intent', params, ofCustomer(work, params.customer), '/v1/payment_intents'),
  ),
  route('GET', '/v1/charges/:id', {}, (work, _, id) => work.get('charge', id)),
  route('POST', '/v1/charges/:id', { metadata, description: text }, (work, params, id) => {
    const charge = work.get('charge', id);
    return work.change('charge', id, mergeMetadata(charge, params), 'charge.updated');
  }),
  route(
    'GET',
    '/v1/charges',
    { ...pagingByTime, customer: text, payment_intent: text },
    (work, params) => {
      const filters = [
        ...ofCustomer(work, params.customer),
        ...equal('payment_intent', params.payment_intent),
      ];
      return page(work, 'charge', params, filters, '/v1/charges');
    },
  ),
  route('GET', '/v1/charges/:id/refunds', paging, (work, params, id) => {
    work.get('charge', id);
    return page(work, 'refund', params, equal('charge', id), `/v1/charges/${id}/refunds`);
  }),
  route('GET', '/v1/setup_intents/:id', { client_secret: text }, (work, _, id) =>
    work.get('setup_intent', id),
  ),
  route('GET', '/v1/setup_intents', { ...pagingByTime, customer: text }, (work, params) =>
    page(work, 'setup_intent', params, ofCustomer(work, params.customer), '/v1/setup_intents'),
  ),
];
