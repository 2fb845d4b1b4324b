import type { endpoints } from 'contract/endpoints';
import type { UserStats } from 'contract/users';
import type { z } from 'zod';
import { everyPage, type Page, type PageRequest, sortOf } from '../../db/keyset.ts';
import type { Services } from '../../services.ts';
import { figuresOf, weighSearch } from '../tallies/service.ts';
import { findUserPage, type UserFilter } from './list-repository.ts';
import type { UserRow } from './repository.ts';

type Query = z.output<typeof endpoints.listUsers.query>;

/** One page of users; the counts are of all that match. Throws ForeignCursor. */
export async function listUsers(
  services: Services,
  query: Query,
): Promise<{ page: Page<UserRow>; stats: UserStats }> {
  const filter = await readFilter(services, query);
  const [page, stats] = await Promise.all([
    findUserPage(services.db, filter, sortOf(query), query),
    countStats(services, filter),
  ]);
  return { page, stats };
}

/** The same users, all of them, some at a time. */
export async function* everyUser(
  services: Services,
  query: Omit<Query, 'page' | 'pageSize' | 'cursor'>,
  pageSize: number,
): AsyncGenerator<UserRow[]> {
  const filter = await readFilter(services, query);
  const find = (request: PageRequest) => findUserPage(services.db, filter, sortOf(query), request);
  yield* everyPage(find, pageSize);
}

async function readFilter(
  { db }: Services,
  { search, isActive, role, holds }: Pick<Query, 'search' | 'isActive' | 'role' | 'holds'>,
): Promise<UserFilter> {
  return {
    search: await weighSearch(db, search),
    isActive: isActive === undefined ? undefined : isActive === 'true',
    role,
    onTrial: holds === 'trial',
  };
}

async function countStats({ db }: Services, filter: UserFilter): Promise<UserStats> {
  const lines = await figuresOf(db, filter.onTrial ? 'trial-user' : 'user', filter.search);
  const matching = lines.filter(
    ({ status, kind }) =>
      (filter.isActive === undefined || (status === 'active') === filter.isActive) &&
      (filter.role === undefined || kind === filter.role),
  );
  const sum = (fits: (line: { status: string; kind: string }) => boolean) =>
    matching.filter(fits).reduce((total, line) => total + line.count, 0);
  return {
    total: sum(() => true),
    active: sum(({ status }) => status === 'active'),
    inactive: sum(({ status }) => status === 'inactive'),
    pending: 0,
    admins: sum(({ kind }) => kind === 'admin'),
  };
}
