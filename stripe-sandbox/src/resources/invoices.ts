import { cardError } from '../billing/card-error.ts';
import { collectOnRequest, payOutOfBand, retryAfter } from '../billing/collect.ts';
import { voidInvoice } from '../billing/end-subscription.ts';
import { finalizeInvoice, scheduled } from '../billing/issue-invoice.ts';
import { invalid } from '../http/errors.ts';
import { equal, listOf, ofCustomer, page, paging, pagingByTime } from '../http/list.ts';
import { flag, hash, metadata, oneOf, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { fromToken } from './attach.ts';
import { mergeMetadata } from './updates.ts';

const status = oneOf('draft', 'open', 'paid', 'uncollectible', 'void');

/** Stops a draft, or the tries to collect an open invoice, or lets them go on. */
function collection(
  work: Work,
  { status, attempt_count, customer, auto_advance }: Doc<'invoice'>,
  params: { auto_advance?: boolean | null | undefined },
): Partial<Doc<'invoice'>> {
  const wanted = params.auto_advance;
  if (typeof wanted !== 'boolean' || wanted === auto_advance) return {};
  if (status === 'draft') return scheduled(work, customer, wanted);
  if (status !== 'open') return {};
  const next = wanted ? retryAfter(attempt_count - 1, work.now(customer)) : null;
  return { auto_advance: wanted, next_payment_attempt: next };
}

/** https://docs.stripe.com/api/invoices */
export const invoiceRoutes = [
  route(
    'GET',
    '/v1/invoices',
    { ...pagingByTime, collection_method: text, customer: text, status, subscription: text },
    (work, params) => {
      const filters = [
        ...ofCustomer(work, params.customer),
        ...equal('status', params.status),
        ...equal('parent.subscription_details.subscription', params.subscription),
        ...equal('collection_method', params.collection_method),
      ];
      return page(work, 'invoice', params, filters, '/v1/invoices');
    },
  ),
  route('GET', '/v1/invoices/:id', {}, (work, _, id) => work.get('invoice', id)),
  route(
    'POST',
    '/v1/invoices/:id',
    { auto_advance: flag, metadata, description: text },
    (work, params, id) => {
      const invoice = work.get('invoice', id);
      const changes = { ...mergeMetadata(invoice, params), ...collection(work, invoice, params) };
      return work.change('invoice', id, changes, 'invoice.updated');
    },
  ),
  route('GET', '/v1/invoices/:id/lines', paging, (work, _, id) =>
    listOf(work.get('invoice', id).lines.data, `/v1/invoices/${id}/lines`),
  ),
  route('POST', '/v1/invoices/:id/finalize', { auto_advance: flag }, (work, _, id) =>
    finalizeInvoice(work, id),
  ),
  route(
    'POST',
    '/v1/invoices/:id/pay',
    { forgive: flag, off_session: flag, paid_out_of_band: flag, payment_method: text },
    (work, params, id) => {
      const found = work.get('invoice', id);
      const invoice = found.status === 'draft' ? finalizeInvoice(work, id) : found;
      if (found.status === 'paid')
        throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
      if (!['open', 'uncollectible', 'paid'].includes(invoice.status ?? '')) {
        throw invalid(
          `Invoices with status ${invoice.status} cannot be paid.`,
          undefined,
          'invoice_not_editable',
        );
      }
      if (invoice.status === 'paid') return invoice;
      if (params.paid_out_of_band) {
        payOutOfBand(work, invoice);
        return work.get('invoice', id);
      }
      const method = params.payment_method;
      const card = method
        ? (fromToken(work, method) ?? work.get('payment_method', method, 'payment_method'))
        : null;
      const attempt = collectOnRequest(work, invoice, card?.id ?? null);
      if (attempt.refusal) throw cardError(attempt.refusal, 'kept');
      return work.get('invoice', id);
    },
  ),
  route('POST', '/v1/invoices/:id/void', {}, (work, _, id) => {
    const invoice = work.get('invoice', id);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
      throw invalid(`You can only pass in open invoices. This invoice isn't open.`);
    }
    return voidInvoice(work, invoice);
  }),
  route('POST', '/v1/invoices/:id/mark_uncollectible', {}, (work, _, id) => {
    const invoice = work.get('invoice', id);
    if (invoice.status !== 'open')
      throw invalid(`You can only pass in open invoices. This invoice isn't open.`);
    const changes = {
      status: 'uncollectible',
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: {
        ...invoice.status_transitions,
        marked_uncollectible_at: work.now(invoice.customer),
      },
    } as const;
    return work.change('invoice', id, changes, 'invoice.marked_uncollectible');
  }),
  route(
    'GET',
    '/v1/invoice_payments',
    {
      ...pagingByTime,
      invoice: text,
      payment: hash({ payment_intent: text, type: text }),
      status: oneOf('canceled', 'open', 'paid'),
    },
    (work, params) => {
      const filters = [
        ...equal('invoice', params.invoice),
        ...equal('status', params.status),
        ...equal('payment.payment_intent', params.payment?.payment_intent),
      ];
      return page(work, 'invoice_payment', params, filters, '/v1/invoice_payments');
    },
  ),
  route('GET', '/v1/invoice_payments/:id', {}, (work, _, id) => work.get('invoice_payment', id)),
  route(
    'GET',
    '/v1/invoiceitems',
    { ...pagingByTime, customer: text, invoice: text },
    (work, params) => {
      const filters = [...ofCustomer(work, params.customer), ...equal('invoice', params.invoice)];
      return page(work, 'invoiceitem', params, filters, '/v1/invoiceitems');
    },
  ),
  route('GET', '/v1/invoiceitems/:id', {}, (work, _, id) => work.get('invoiceitem', id)),
];
