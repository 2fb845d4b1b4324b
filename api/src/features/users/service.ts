import type { endpoints } from 'contract/endpoints';
import type { UserStats } from 'contract/users';
import type { z } from 'zod';
import type { Services } from '../../app.ts';
import { Conflict, NotFound } from '../../http/errors.ts';
import { endSessions } from '../accounts/service.ts';
import { audit } from '../audit/service.ts';
import {
  countUsers,
  findUsers,
  lockActiveAdmins,
  type UserRow,
  updateIsActive,
} from './repository.ts';

/** One page of users; the counts are of all that match. */
export async function listUsers(
  { db }: Services,
  query: z.output<typeof endpoints.listUsers.query>,
): Promise<{ rows: UserRow[]; stats: UserStats }> {
  const filter = {
    person: query.search?.trim() || undefined,
    isActive: query.isActive === undefined ? undefined : query.isActive === 'true',
    role: query.role,
  };
  const [rows, counts] = await Promise.all([
    findUsers(
      db,
      filter,
      { by: query.sortBy, descending: query.sortOrder === 'desc' },
      { limit: query.pageSize, offset: (query.page - 1) * query.pageSize },
    ),
    countUsers(db, filter),
  ]);
  return { rows, stats: { ...counts, inactive: counts.total - counts.active, pending: 0 } };
}

/**
 * Lets a user sign in or not; deactivating ends every session at once. Throws Conflict for
 * oneself and for the last admin, NotFound for an unknown user.
 */
export async function setStatus(
  { db }: Services,
  {
    adminId,
    userId,
    isActive,
    address,
  }: { adminId: string; userId: string; isActive: boolean; address: string },
): Promise<void> {
  if (adminId === userId && !isActive) throw new Conflict('You cannot deactivate yourself.');
  await db.transaction(async (transaction) => {
    const admins = await lockActiveAdmins(transaction);
    if (!isActive && admins.length === 1 && admins[0] === userId) {
      throw new Conflict('The last admin cannot be deactivated.');
    }
    if (!(await updateIsActive(transaction, userId, isActive))) throw new NotFound();
    if (!isActive) await endSessions(transaction, userId);
    await audit(transaction, {
      action: isActive ? 'user.activated' : 'user.deactivated',
      actorId: adminId,
      target: userId,
      address,
    });
  });
}
