import type { registerBody } from 'contract/accounts';
import type { z } from 'zod';
import { Conflict } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { refuseCommon, refuseOwnWords } from '../accounts/common-passwords.ts';
import { hashPassword } from '../accounts/password.ts';
import { storeAccount } from '../accounts/service.ts';
import { askAnew } from '../accounts/verification.ts';
import { audit } from '../audit/service.ts';
import { tellOfAdmin } from './notices.ts';
import { emailTaken } from './service.ts';

/**
 * Creates an admin, for whoever may run commands on the server, has the link to confirm the e-mail sent, and tells all
 * admins. Throws Conflict
 * when the e-mail is taken, and Invalid for a password that everybody would guess.
 */
export async function createAdmin(
  { db, mails, jobs }: Pick<Services, 'db' | 'mails' | 'jobs'>,
  { first_name, last_name, email, password }: z.output<typeof registerBody>,
): Promise<void> {
  await refuseCommon('password', password);
  refuseOwnWords('password', password, { first_name, last_name, email });
  const passwordHash = await hashPassword(password);
  const person = { email, firstName: first_name, lastName: last_name, role: 'admin' } as const;
  await db.transaction(async (transaction) => {
    const admin = await storeAccount(transaction, { ...person, passwordHash });
    if (!admin) throw new Conflict(emailTaken, 'email');
    const entry = { action: 'user.created', target: admin.id, address: 'command line' } as const;
    await audit(transaction, entry);
    await askAnew({ jobs }, transaction, admin.id);
    await tellOfAdmin({ mails }, transaction, { before: null, after: admin, adminId: null });
  });
}
