import { invalid } from '../http/errors.ts';
import { integer, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { readQuery } from '../http/search-query.ts';
import type { Kind } from '../store/documents.ts';

const MOST = 100;

/**
 * What of a kind matches a query, newest first. Stripe's search is behind by up to a minute; this
 * one is not. https://docs.stripe.com/search
 */
function searchRoute(kind: Kind, path: string, fields: readonly string[]) {
  const url = `${path}/search`;
  const params = { limit: integer, page: text, query: required(text) };
  return route('GET', url, params, (work, { limit, page, query }) => {
    const size = limit ?? 10;
    if (size < 1 || size > MOST) throw invalid(`Limit must be 1 to ${MOST}.`, 'limit');
    const start = Number(page ?? 0);
    if (!Number.isInteger(start) || start < 0) throw invalid('Invalid page token.', 'page');
    const found = work.store.all(kind).filter(readQuery(query, fields));
    const end = start + size;
    const has_more = found.length > end;
    const next_page = has_more ? String(end) : null;
    return { object: 'search_result', data: found.slice(start, end), has_more, next_page, url };
  });
}

/** https://docs.stripe.com/search#supported-query-fields-for-each-resource */
export const searchRoutes = [
  searchRoute('customer', '/v1/customers', ['created', 'email', 'metadata', 'name', 'phone']),
  searchRoute('subscription', '/v1/subscriptions', [
    ...['canceled_at', 'created', 'metadata', 'status'],
  ]),
];
