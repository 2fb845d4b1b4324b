import type { endpoints } from 'contract/endpoints';
import type { UserStats } from 'contract/users';
import type { z } from 'zod';
import type { Services } from '../../services.ts';
import { adminList } from '../lists/service.ts';
import { figuresOf, weighSearch } from '../tallies/service.ts';
import { findUserPage, type UserFilter } from './list-repository.ts';

type Query = Omit<z.output<typeof endpoints.listUsers.query>, 'page' | 'pageSize' | 'cursor'>;

/** Everybody who has not been deleted. */
export const allUsers = adminList({ readFilter, findPage: findUserPage, readStats: countStats });

async function readFilter(
  { db }: Services,
  { search, isActive, role, holds }: Query,
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
