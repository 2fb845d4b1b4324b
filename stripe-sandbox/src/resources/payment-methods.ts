import { invalid } from '../http/errors.ts';
import { equal, ofCustomer, page, paging } from '../http/list.ts';
import { hash, integer, metadata, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { attach, fromToken } from './attach.ts';
import { mergeMetadata, present } from './updates.ts';

/** https://docs.stripe.com/api/payment_methods */
export const paymentMethodRoutes = [
  route('GET', '/v1/payment_methods', { ...paging, customer: text, type: text }, (work, params) => {
    const filters = [...ofCustomer(work, params.customer), ...equal('type', params.type)];
    return page(work, 'payment_method', params, filters, '/v1/payment_methods');
  }),
  route('GET', '/v1/payment_methods/:id', {}, (work, _, id) => {
    return fromToken(work, id) ?? work.get('payment_method', id);
  }),
  route(
    'POST',
    '/v1/payment_methods/:id',
    { card: hash({ exp_month: integer, exp_year: integer }), metadata },
    (work, { card, ...params }, id) => {
      const method = work.get('payment_method', id);
      const changes = mergeMetadata(method, params);
      const expiry = card && method.card && { card: { ...method.card, ...present(card) } };
      const event = 'payment_method.updated';
      return work.change('payment_method', id, { ...changes, ...expiry }, event);
    },
  ),
  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    { customer: required(text) },
    (work, params, id) => attach(work, id, params.customer),
  ),
  route('POST', '/v1/payment_methods/:id/detach', {}, (work, _, id) => {
    const method = work.get('payment_method', id);
    if (!method.customer) {
      throw invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    }
    const customer = work.store.find('customer', method.customer);
    if (customer?.invoice_settings.default_payment_method === id) {
      const settings = { ...customer.invoice_settings, default_payment_method: null };
      work.change('customer', customer.id, { invoice_settings: settings }, 'customer.updated');
    }
    return work.change('payment_method', id, { customer: null }, 'payment_method.detached');
  }),
];
