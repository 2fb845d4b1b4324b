import type { Doc, Kind } from '../store/documents.ts';
import type { Filter } from '../store/store.ts';
import type { Work } from '../work/work.ts';
import { invalid, missing } from './errors.ts';
import { integer, range, text, type Values } from './params.ts';

/** The parameters every list takes. */
export const paging = { limit: integer, starting_after: text, ending_before: text };

/** The same with Stripe's `created` filter. */
export const pagingByTime = { ...paging, created: range };

type Paging = Values<typeof paging> & { created?: Values<typeof pagingByTime>['created'] };

/** Stripe's list object. */
export function listOf<T>(data: T[], url: string, hasMore = false) {
  return { object: 'list' as const, data, has_more: hasMore, url };
}

/** A filter for equality, or nothing when the caller did not ask for it. */
export function equal(path: string, value: string | number | boolean | null | undefined): Filter[] {
  if (value === null || value === undefined) return [];
  return [{ path, op: '=', value: typeof value === 'boolean' ? Number(value) : value }];
}

/** A filter for what is a customer's. Throws for one that nobody knows; a deleted one is known. */
export function ofCustomer(work: Work, customer: string | null | undefined): Filter[] {
  if (!customer) return [];
  const isKnown =
    work.store.find('customer', customer) ?? work.store.find('deleted_customer', customer);
  if (!isKnown) throw missing('customer', customer, 'customer');
  return equal('customer', customer);
}

/** A filter for what lives by a clock, or, when the caller named none, for what lives by none. */
export function onClock(clock: string | null | undefined): Filter[] {
  return [{ path: 'test_clock', op: '=', value: clock ?? null }];
}

/** One page of documents, newest first. Throws on a limit or a cursor that Stripe would refuse. */
export function page<K extends Kind>(
  work: Work,
  kind: K,
  params: Paging,
  filters: readonly Filter[],
  url: string,
) {
  const limit = params.limit ?? 10;
  if (limit < 1)
    throw invalid(
      'This value must be greater than or equal to 1.',
      'limit',
      'parameter_invalid_integer',
    );
  if (limit > 100)
    throw invalid(
      'This value must be less than or equal to 100.',
      'limit',
      'parameter_invalid_integer',
    );
  const { starting_after: after, ending_before: before } = params;
  if (after && before) {
    throw invalid(
      'Received both starting_after and ending_before parameters. Please pass in only one.',
    );
  }
  if (after && !work.store.find(kind, after)) throw missing(kind, after, 'starting_after');
  if (before && !work.store.find(kind, before)) throw missing(kind, before, 'ending_before');
  const found: Doc<K>[] = work.store.select(kind, [...filters, ...createdFilters(params.created)], {
    limit: limit + 1,
    after,
    before,
  });
  const data = found.slice(0, limit);
  return listOf(before ? data.reverse() : data, url, found.length > limit);
}

function createdFilters(created: Paging['created']): Filter[] {
  if (created === null || created === undefined) return [];
  if (typeof created === 'number') return equal('created', created);
  const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
  return Object.entries(created).flatMap(([name, value]) =>
    typeof value === 'number'
      ? [{ path: 'created', op: operators[name as keyof typeof operators], value }]
      : [],
  );
}
