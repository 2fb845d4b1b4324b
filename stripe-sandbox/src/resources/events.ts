import { equal, page, pagingByTime } from '../http/list.ts';
import { flag, list, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import type { Filter } from '../store/store.ts';

/** A type filter; a trailing star stands for any ending, as in `invoice.*`. */
function typeFilters(type: string | null | undefined): Filter[] {
  if (!type?.endsWith('*')) return equal('type', type);
  const start = type.slice(0, -1);
  return [
    { path: 'type', op: '>=', value: start },
    { path: 'type', op: '<', value: `${start}\u{10ffff}` },
  ];
}

/** https://docs.stripe.com/api/events */
export const eventRoutes = [
  route('GET', '/v1/events/:id', {}, (work, _, id) => work.get('event', id)),
  route(
    'GET',
    '/v1/events',
    { ...pagingByTime, delivery_success: flag, type: text, types: list(text) },
    (work, params) => {
      const pending: Filter[] =
        typeof params.delivery_success === 'boolean'
          ? [{ path: 'pending_webhooks', op: params.delivery_success ? '=' : '>', value: 0 }]
          : [];
      const types: Filter[] = params.types ? [{ path: 'type', op: 'in', value: params.types }] : [];
      const filters = [...typeFilters(params.type), ...types, ...pending];
      return page(work, 'event', params, filters, '/v1/events');
    },
  ),
];
