import { moveBalance } from '../billing/customer-balance.ts';
import { equal, page, paging } from '../http/list.ts';
import { integer, metadata, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import type { Work } from '../work/work.ts';
import { mergeMetadata } from './updates.ts';

const path = '/v1/customers/:id/balance_transactions';

function find(work: Work, customer: string, id: string) {
  work.get('customer', customer);
  return work.get('customer_balance_transaction', id);
}

/** https://docs.stripe.com/api/customer_balance_transactions */
export const customerBalanceRoutes = [
  route(
    'POST',
    path,
    { amount: required(integer), currency: required(text), description: text, metadata },
    (work, params, id) => {
      work.get('customer', id);
      return moveBalance(work, id, {
        amount: params.amount,
        currency: params.currency,
        type: 'adjustment',
        description: params.description ?? null,
        metadata: params.metadata ?? {},
      });
    },
  ),
  route('GET', path, { ...paging, invoice: text }, (work, params, id) => {
    work.get('customer', id);
    const filters = [...equal('customer', id), ...equal('invoice', params.invoice)];
    const url = `/v1/customers/${id}/balance_transactions`;
    return page(work, 'customer_balance_transaction', params, filters, url);
  }),
  route('GET', `${path}/:transaction`, {}, (work, _, id, transaction) =>
    find(work, id, transaction),
  ),
  route(
    'POST',
    `${path}/:transaction`,
    { description: text, metadata },
    (work, params, id, transaction) => {
      const found = find(work, id, transaction);
      const changed = { ...found, ...mergeMetadata(found, params) };
      work.save('customer_balance_transaction', changed);
      return changed;
    },
  ),
];
