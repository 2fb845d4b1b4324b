import type { endpoints } from 'contract/endpoints';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { Conflict } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { hashOfNone } from '../accounts/password.ts';
import { storeAccount } from '../accounts/service.ts';
import { audit } from '../audit/service.ts';
import { tellOfAdmin } from './notices.ts';
import type { UserRow } from './repository.ts';
import { emailTaken } from './service.ts';

/**
 * Creates an account with a password that nobody knows, and sends its owner a link to set one. All admins are
 * told of another admin.
 * Throws Conflict when the e-mail is taken.
 */
export async function createUser(
  services: Services,
  { adminId, address }: { adminId: string; address: string },
  { first_name, last_name, email, role }: z.output<typeof endpoints.createUser.body>,
): Promise<UserRow> {
  const { db, jobs } = services;
  return db.transaction(async (transaction) => {
    const user = await storeAccount(transaction, {
      email,
      firstName: first_name,
      lastName: last_name,
      role,
      passwordHash: hashOfNone(),
    });
    if (!user) throw new Conflict(emailTaken, 'email');
    const act = { actorId: adminId, target: user.id, address };
    await audit(transaction, { action: 'user.created', ...act });
    // Whoever looks for those who were made admins finds this one, too.
    if (role === 'admin') await audit(transaction, { action: 'user.promoted', ...act });
    await tellOfAdmin(services, transaction, { before: null, after: user, adminId });
    await jobs.enqueue(transaction, 'send-reset-link', { email, requestId: uuid(), invited: true });
    return user;
  });
}
