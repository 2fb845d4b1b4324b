import type { registerBody, SessionUser } from 'contract/accounts';
import type { ShownTexts } from 'contract/shown';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { Conflict, NotFound, Unauthorised } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import type { Services } from '../../services.ts';
import { agreeAtSignUp } from '../agreements/service.ts';
import { refuseOtherTexts } from '../agreements/shown.ts';
import { audit } from '../audit/service.ts';
import { mayUseAny } from '../products/access.ts';
import { refuseCommon, refuseOwnWords } from './common-passwords.ts';
import { findLogin } from './login-repository.ts';
import { needsFactor } from './needed-factor.ts';
import { hashPassword } from './password.ts';
import { presentSessionUser } from './present.ts';
import { findUser, hasFactor, insertUser, type UserRow } from './repository.ts';
import { findBegan } from './sessions-repository.ts';

export { stopUnlessSession } from './sessions-repository.ts';

/** Where a call comes from, and when nobody waits for its answer any more. */
export interface From {
  address: string;
  signal: AbortSignal;
  /** What the browser says of itself, where a mail tells of the device. */
  agent?: string | undefined;
}

const emailTaken = 'An account with this email already exists. Log in or use another email.';

/** What somebody signs up with, and which texts the page showed them, if it says so. */
type SignUp = z.output<typeof registerBody> & { shown?: ShownTexts | undefined };

/**
 * Creates an account with the role user, whatever the client asked for, notes what was agreed to and
 * queues the welcome mail and the one to confirm the e-mail with it. Throws Conflict when the e-mail is
 * taken, Outdated where the page showed other texts.
 */
export async function register(
  services: Services,
  { first_name, last_name, email, password, shown }: SignUp,
  { address, signal }: From,
): Promise<void> {
  const { db, limits, mails } = services;
  refuseOtherTexts(shown);
  await refuseCommon('password', password);
  refuseOwnWords('password', password, { first_name, last_name, email });
  const network = networkOf(address);
  await limits.registration.take(network);
  const person = { email, firstName: first_name, lastName: last_name, role: 'user' } as const;
  const passwordHash = await hashPassword(password, { network, signal });
  await db.transaction(async (transaction) => {
    const user = await storeAccount(transaction, { ...person, passwordHash });
    if (!user) throw new Conflict(emailTaken, 'email');
    await agreeAtSignUp(transaction, { userId: user.id, address });
    await audit(transaction, { action: 'account.created', actorId: user.id, address });
    await mails.queue(transaction, {
      cause: `welcome:${user.id}`,
      template: 'welcome',
      to: user.email,
      content: { firstName: user.firstName },
    });
    await services.jobs.enqueue(transaction, 'send-verification', {
      ...{ userId: user.id, requestId: uuid() },
    });
  });
}

/** Stores an account of either role, without a mail; null when the e-mail is taken. */
export function storeAccount(
  db: Db,
  account: Pick<UserRow, 'email' | 'firstName' | 'lastName' | 'role' | 'passwordHash'> &
    Partial<Pick<UserRow, 'isDemo' | 'emailVerifiedAt'>>,
): Promise<UserRow | null> {
  return insertUser(db, { id: uuid(), ...account });
}

/** Whether somebody has an account with this e-mail. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  return (await findLogin(db, email)) !== undefined;
}

/** Whether somebody has a second factor, of whatever kind. */
export function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return hasFactor(db, userId);
}

/** When the login of a session was. Throws Unauthorised once it was ended. */
export async function beganAt(db: Db, sessionId: string): Promise<Date> {
  const began = await findBegan(db, sessionId);
  if (!began) throw new Unauthorised();
  return began;
}

/** The account of a user. Throws NotFound when it is gone. */
export async function findAccount({ db }: Services, id: string): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw new NotFound();
  return user;
}

/** The account with this e-mail. Throws NotFound when there is none. */
export async function findAccountByEmail({ db }: Services, email: string): Promise<UserRow> {
  const found = await findLogin(db, email);
  if (!found) throw new NotFound('No account has this email.');
  return found.user;
}

/** The signed-in user as of now. */
export async function currentUser(services: Services, id: string): Promise<SessionUser> {
  const user = await findAccount(services, id);
  const { db, env } = services;
  const lacksFactor = needsFactor(env, user) && !(await hasFactor(db, user.id));
  return presentSessionUser(user, await mayUseAny(db, user.id), lacksFactor);
}
