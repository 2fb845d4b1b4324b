import type { endpoints } from 'contract/endpoints';
import type { z } from 'zod';
import type { Services } from '../../../services.ts';
import { adminList } from '../../lists/service.ts';
import { figuresOf, readSeries, weighSearch } from '../../tallies/service.ts';
import { plansFor } from '../plan-filter.ts';
import {
  countSubscriptions,
  findSubscriptionPage,
  type SubscriptionFilter,
} from './list-repository.ts';

type Query = z.output<typeof endpoints.adminListSubscriptions.query>;
type Unpaged = Omit<Query, 'page' | 'pageSize' | 'cursor'>;

/** Everybody's subscriptions. */
export const allSubscriptions = adminList({
  readFilter,
  findPage: findSubscriptionPage,
  readStats: countStats,
});

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
