import { invalid } from '../http/errors.ts';
import { equal, listOf, ofCustomer, page, paging, pagingByTime } from '../http/list.ts';
import { hash, metadata, oneOf, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { lineItemsOf } from '../shapes/checkout-line-item.ts';
import { createCheckoutSessionRoute } from './create-checkout-session.ts';
import { mergeMetadata } from './updates.ts';

const path = '/v1/checkout/sessions';

/** https://docs.stripe.com/api/checkout/sessions */
export const checkoutSessionRoutes = [
  createCheckoutSessionRoute,
  route('GET', `${path}/:id`, {}, (work, _, id) => work.get('checkout.session', id)),
  route('POST', `${path}/:id`, { metadata }, (work, params, id) => {
    const session = work.get('checkout.session', id);
    const changed = { ...session, ...mergeMetadata(session, params) };
    work.save('checkout.session', changed);
    return changed;
  }),
  route('GET', `${path}/:id/line_items`, paging, (work, _, id) => {
    work.get('checkout.session', id);
    return listOf(lineItemsOf(work, id), `${path}/${id}/line_items`);
  }),
  route('POST', `${path}/:id/expire`, {}, (work, _, id) => {
    const { status } = work.get('checkout.session', id);
    if (status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
      );
    }
    const changes = { status: 'expired', url: null } as const;
    return work.change('checkout.session', id, changes, 'checkout.session.expired');
  }),
  route(
    'GET',
    path,
    {
      ...pagingByTime,
      customer: text,
      customer_details: hash({ email: text }),
      payment_intent: text,
      status: oneOf('complete', 'expired', 'open'),
      subscription: text,
    },
    (work, params) => {
      const filters = [
        ...ofCustomer(work, params.customer),
        ...equal('status', params.status),
        ...equal('subscription', params.subscription),
        ...equal('payment_intent', params.payment_intent),
        ...equal('customer_details.email', params.customer_details?.email),
      ];
      return page(work, 'checkout.session', params, filters, path);
    },
  ),
];
