import { addTaxId, removeTaxId } from '../billing/billing-details.ts';
import { missing } from '../http/errors.ts';
import { equal, ofCustomer, page, paging } from '../http/list.ts';
import { hash, oneOf, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { readTaxId } from './tax-id-param.ts';

const ofOne = '/v1/customers/:id/tax_ids';
const params = { type: required(text), value: required(text) };
const owner = hash({ type: required(oneOf('customer', 'self')), customer: text });

function add(work: Work, customer: string, sent: { type: string; value: string }) {
  work.get('customer', customer, 'customer');
  return addTaxId(work, customer, readTaxId(sent));
}

function take(work: Work, taxId: Doc<'tax_id'>) {
  removeTaxId(work, taxId);
  return { id: taxId.id, object: 'tax_id', deleted: true };
}

function find(work: Work, customer: string, id: string): Doc<'tax_id'> {
  work.get('customer', customer);
  const found = work.get('tax_id', id);
  if (found.customer === customer) return found;
  throw missing('tax_id', id);
}

/** https://docs.stripe.com/api/tax_ids: those of customers; the account itself has none. */
export const taxIdRoutes = [
  route('POST', '/v1/tax_ids', { ...params, owner: required(owner) }, (work, sent) =>
    add(work, sent.owner.customer ?? '', sent),
  ),
  route('GET', '/v1/tax_ids', { ...paging, owner }, (work, sent) =>
    page(work, 'tax_id', sent, ofCustomer(work, sent.owner?.customer), '/v1/tax_ids'),
  ),
  route('GET', '/v1/tax_ids/:id', {}, (work, _, id) => work.get('tax_id', id)),
  route('DELETE', '/v1/tax_ids/:id', {}, (work, _, id) => take(work, work.get('tax_id', id))),
  route('POST', ofOne, params, (work, sent, id) => add(work, id, sent)),
  route('GET', ofOne, paging, (work, sent, id) => {
    work.get('customer', id);
    return page(work, 'tax_id', sent, equal('customer', id), `/v1/customers/${id}/tax_ids`);
  }),
  route('GET', `${ofOne}/:tax_id`, {}, (work, _, id, taxId) => find(work, id, taxId)),
  route('DELETE', `${ofOne}/:tax_id`, {}, (work, _, id, taxId) =>
    take(work, find(work, id, taxId)),
  ),
];
