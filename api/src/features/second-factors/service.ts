import * as messages from 'contract/messages';
import { before, retention } from 'contract/retention';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { Conflict, Gone, Invalid, NotFound, Unauthorised } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { needsFactor } from '../accounts/needed-factor.ts';
import { occasionOf } from '../accounts/occasion.ts';
import { beganAt, findAccount, hasSecondFactor } from '../accounts/service.ts';
import { audit } from '../audit/service.ts';
import { tellOfChange } from './notices.ts';
import { deletePasskey, findPasskeys, type PasskeyRow } from './passkeys-repository.ts';
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-code.ts';
import {
  type AppRow,
  confirmApp,
  countCodes,
  deleteApp,
  findApps,
  findUnfinishedApp,
  insertApp,
  lockOwner,
  replaceCodes,
} from './repository.ts';
import { newSecret, presentSecret, stepOf } from './totp.ts';
import { boxOf } from './try-code.ts';

/** Who changes their factors, and from where. */
export interface Owner {
  id: string;
  sessionId: string;
  address: string;
  /** What their browser says of itself. */
  agent: string | undefined;
}

/** A phone at work, one at home, and some to spare. */
const mostApps = 5;

/** Somebody's second factors, and how many recovery codes are left. */
export async function listFactors(
  { db }: Services,
  userId: string,
): Promise<{ apps: AppRow[]; passkeys: PasskeyRow[]; codesLeft: number }> {
  const [apps, passkeys, codesLeft] = await Promise.all([
    findApps(db, userId),
    findPasskeys(db, userId),
    countCodes(db, userId),
  ]);
  return { apps, passkeys, codesLeft };
}

/**
 * Makes the secret of an authenticator app, which counts once it is confirmed. Throws TooMany, and
 * Conflict for somebody who has many.
 */
export async function startTotp(
  services: Services,
  userId: string,
): Promise<{ id: string; secret: string; otpauth_url: string }> {
  const { db, env, limits } = services;
  await limits.setUp.take(userId);
  const { email } = await findAccount(services, userId);
  await refuseMany(db, userId);
  const [id, secret] = [uuid(), newSecret()];
  await insertApp(db, { id, userId, secret: boxOf(env).close(secret, id) });
  return { id, ...(await presentSecret(secret, email)) };
}

/**
 * Has an app count whose first code this is, which is used up by it. Answers new recovery codes, the
 * only time that they can be read. Throws Invalid for a wrong code, Gone for a set-up that is over.
 */
export async function confirmTotp(
  services: Services,
  owner: Owner,
  { id, code }: { id: string; code: string },
): Promise<string[]> {
  const { db, env } = services;
  const since = before(new Date(), retention.unfinishedSetUp);
  const find = (from: Db) => findUnfinishedApp(from, { id, userId: owner.id, since });
  const app = await find(db);
  const secret = app && boxOf(env).open(app.secret, id);
  if (!secret) throw new Gone(messages.setUpOver);
  const step = await stepOf(secret, code.replaceAll(/[\s-]/g, ''));
  if (step === null) throw new Invalid({ code: messages.codeWrong });
  return withNewCodes(services, owner, async (transaction) => {
    if (!(await find(transaction))) throw new Gone(messages.setUpOver);
    await refuseMany(transaction, owner.id);
    await confirmApp(transaction, id, step);
    return 'app-added';
  });
}

/**
 * Ten new recovery codes in place of those before. Throws Conflict where there is no second factor, and
 * TooMany.
 */
export async function renewCodes(services: Services, owner: Owner): Promise<string[]> {
  await services.limits.setUp.take(owner.id);
  return withNewCodes(services, owner, async (transaction) => {
    if (await hasSecondFactor(transaction, owner.id)) return 'codes-made';
    throw new Conflict(messages.noFactor);
  });
}

/**
 * Removes a second factor, and with the last one the recovery codes. Throws NotFound,
 * and Conflict for the last one of somebody who needs one.
 */
export async function removeFactor(
  services: Services,
  owner: Owner,
  id: string,
): Promise<'app-removed' | 'passkey-removed'> {
  const user = await findAccount(services, owner.id);
  return services.db.transaction(async (transaction) => {
    await holdOwner(transaction, owner);
    const wasApp = await deleteApp(transaction, owner.id, id);
    if (!wasApp && !(await deletePasskey(transaction, owner.id, id))) throw new NotFound();
    if (!(await hasSecondFactor(transaction, owner.id))) {
      if (needsFactor(services.env, user)) {
        throw new Conflict(user.role === 'admin' ? messages.adminLastFactor : messages.lastFactor);
      }
      await replaceCodes(transaction, owner.id, []);
    }
    const { address, agent } = owner;
    await audit(transaction, { action: 'factor.removed', actorId: owner.id, address });
    const change = wasApp ? 'app-removed' : 'passkey-removed';
    await tellOfChange(services, transaction, user, change, occasionOf({ agent }));
    return change;
  });
}

/**
 * Holds somebody who changes their factors, and answers when their login was. Throws Unauthorised where
 * a reset, an undone change of e-mail or a new password, which were waited for, have ended it.
 */
async function holdOwner(
  transaction: Db,
  { id, sessionId }: Pick<Owner, 'id' | 'sessionId'>,
): Promise<Date> {
  if (!(await lockOwner(transaction, id))) throw new Unauthorised();
  return beganAt(transaction, sessionId);
}

/** Makes a change that brings new recovery codes, with word of it. The codes are hashed before. */
export async function withNewCodes(
  services: Services,
  { id, sessionId, address, agent }: Owner,
  change: (transaction: Db, began: Date) => Promise<'app-added' | 'passkey-added' | 'codes-made'>,
): Promise<string[]> {
  const user = await findAccount(services, id);
  const codes = newRecoveryCodes();
  const rows = await Promise.all(
    codes.map(async (shown) => {
      const { code = '', lookup = '' } = readRecoveryCode(shown) ?? {};
      return { id: uuid(), lookup, codeHash: await hashRecoveryCode(code) };
    }),
  );
  await services.db.transaction(async (transaction) => {
    const began = await holdOwner(transaction, { id, sessionId });
    const what = await change(transaction, began);
    // A passkey brings codes only where there are none: those that were put away stay good.
    const areKept = what === 'passkey-added' && (await countCodes(transaction, id)) > 0;
    if (areKept) codes.length = 0;
    else await replaceCodes(transaction, id, rows);
    const action = what === 'codes-made' ? 'recovery-codes.made' : 'factor.added';
    await audit(transaction, { action, actorId: id, address });
    await tellOfChange(services, transaction, user, what, occasionOf({ agent }));
  });
  return codes;
}

async function refuseMany(db: Db, userId: string): Promise<void> {
  if ((await findApps(db, userId)).length >= mostApps) throw new Conflict(messages.manyApps);
}
