import { previewInvoice } from '../billing/preview-invoice.ts';
import { invalid } from '../http/errors.ts';
import { hash, integer, list, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { itemParam, prorationBehaviour } from './subscription-params.ts';

const details = hash({
  items: list(itemParam),
  proration_behavior: prorationBehaviour,
  proration_date: integer,
});

/** https://docs.stripe.com/api/invoices/create_preview */
export const invoicePreviewRoutes = [
  route(
    'POST',
    '/v1/invoices/create_preview',
    { customer: text, subscription: text, subscription_details: details },
    (work, { subscription: id, subscription_details: change }) => {
      if (!id) {
        throw invalid('Missing required param: subscription.', 'subscription', 'parameter_missing');
      }
      return previewInvoice(work, work.get('subscription', id, 'subscription'), {
        changes: change?.items ?? [],
        behaviour: change?.proration_behavior ?? 'create_prorations',
        at: change?.proration_date,
      });
    },
  ),
];
