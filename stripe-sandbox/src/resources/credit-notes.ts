import { issueCreditNote } from '../billing/credit-notes.ts';
import { equal, listOf, ofCustomer, page, paging, pagingByTime } from '../http/list.ts';
import { integer, metadata, oneOf, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { mergeMetadata, present } from './updates.ts';

const path = '/v1/credit_notes';

/** https://docs.stripe.com/api/credit_notes: of an amount, not of lines; they cannot be voided. */
export const creditNoteRoutes = [
  route(
    'POST',
    path,
    {
      amount: required(integer),
      credit_amount: integer,
      invoice: required(text),
      memo: text,
      metadata,
      out_of_band_amount: integer,
      reason: oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
      refund_amount: integer,
    },
    (work, params) => {
      const { amount, credit_amount, out_of_band_amount, refund_amount, ...rest } = params;
      const invoice = work.get('invoice', rest.invoice, 'invoice');
      const { memo, metadata: notes, reason } = rest;
      return issueCreditNote(work, invoice, {
        amount,
        credit: credit_amount ?? 0,
        outside: out_of_band_amount ?? 0,
        refund: refund_amount ?? 0,
        given: present({ memo, metadata: notes, reason }),
      });
    },
  ),
  route('GET', `${path}/:id`, {}, (work, _, id) => work.get('credit_note', id)),
  route('POST', `${path}/:id`, { memo: text, metadata }, (work, params, id) => {
    const changes = mergeMetadata(work.get('credit_note', id), params);
    return work.change('credit_note', id, changes, 'credit_note.updated');
  }),
  route('GET', `${path}/:id/lines`, paging, (work, _, id) =>
    listOf(work.get('credit_note', id).lines.data, `${path}/${id}/lines`),
  ),
  route('GET', path, { ...pagingByTime, customer: text, invoice: text }, (work, params) => {
    const filters = [...ofCustomer(work, params.customer), ...equal('invoice', params.invoice)];
    return page(work, 'credit_note', params, filters, path);
  }),
];
