import type { endpoints } from 'contract/endpoints';
import type { z } from 'zod';
import { everyPage, type PageRequest, sortOf } from '../../../db/keyset.ts';
import type { Services } from '../../../services.ts';
import { figuresOf, readSeries, weighSearch } from '../../tallies/service.ts';
import { plansFor } from '../plan-filter.ts';
import {
  countSubscriptions,
  findSubscriptionPage,
  type SubscriptionFilter,
  type SubscriptionWithHolder,
} from './list-repository.ts';

export type { SubscriptionWithHolder } from './list-repository.ts';

type Query = z.output<typeof endpoints.adminListSubscriptions.query>;
type Unpaged = Omit<Query, 'page' | 'pageSize' | 'cursor'>;

/** One page of everybody's subscriptions; the counts are of all that match. */
export async function listAll(services: Services, query: Query) {
  const filter = await readFilter(services, query);
  const [page, stats] = await Promise.all([
    findSubscriptionPage(services.db, filter, sortOf(query), query),
    countStats(services, filter),
  ]);
  return { page, stats };
}

/** The same subscriptions, all of them, some at a time. */
export async function* everySubscription(
  services: Services,
  query: Unpaged,
  pageSize: number,
): AsyncGenerator<SubscriptionWithHolder[]> {
  const filter = await readFilter(services, query);
  const find = (request: PageRequest) =>
    findSubscriptionPage(services.db, filter, sortOf(query), request);
  yield* everyPage(find, pageSize);
}

async function readFilter({ db }: Services, query: Unpaged): Promise<SubscriptionFilter> {
  return {
    search: await weighSearch(db, query.search),
    status: query.status,
    planIds: plansFor(query),
    userId: query.user,
    figure: query.figure,
    month: query.month,
  };
}

async function countStats({ db }: Services, filter: SubscriptionFilter) {
  const { status, planIds } = filter;
  const lines = (await readFigures(db, filter)).filter(
    (line) =>
      (status === undefined || line.status === status) &&
      (planIds === undefined || planIds.includes(line.kind)),
  );
  const count = (wanted?: string) =>
    lines.reduce((sum, line) => sum + (!wanted || line.status === wanted ? line.count : 0), 0);
  return { total: count(), active: count('active'), trial: count('trial') };
}

async function readFigures(db: Services['db'], filter: SubscriptionFilter) {
  const { search, userId, figure } = filter;
  if (!userId && !figure) return figuresOf(db, 'subscription', search);
  if (userId || search || figure !== 'recurring') return countSubscriptions(db, filter);
  // Hundreds of thousands at a time: as many as began less those that ended, and all are active.
  const lines = await readSeries(db, ['recurring-began', 'recurring-ended'], '');
  return lines.map(({ subject, kind, count }) => ({
    ...{ status: 'active', kind },
    count: subject === 'recurring-ended' ? -count : count,
  }));
}
