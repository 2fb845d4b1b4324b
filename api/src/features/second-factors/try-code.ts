import type { Db } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import { TooMany } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import { secretBox } from '../../http/secret-box.ts';
import type { Services } from '../../services.ts';
import { tellOfTries } from '../accounts/notices.ts';
import { occasionOf } from '../accounts/occasion.ts';
import { hasSecondFactor } from '../accounts/service.ts';
import type { Tries, Try } from '../accounts/tries.ts';
import { audit } from '../audit/service.ts';
import { tellOfRecoveryCode } from './notices.ts';
import { readRecoveryCode, recoveryCodeMatches } from './recovery-code.ts';
import {
  countCodes,
  existsApp,
  findApps,
  findCode,
  isOfCodes,
  takeCode,
  takeStep,
} from './repository.ts';
import { stepOf } from './totp.ts';

/** Whose code it is. */
export interface Owner {
  id: string;
  email: string;
  emailKey: string;
  firstName: string;
}

interface From {
  address: string;
  /** The id of the device, where it is known to be the owner's; a session is one, too. */
  device: string | null;
  /** What the browser says of itself. */
  agent: string | undefined;
}

/** The secrets of authenticator apps, as they lie in the database. */
export const boxOf = ({ JWT_SECRET }: Env) => secretBox(JWT_SECRET, 'authenticator apps');

/** Whether the factor whose code was taken is still somebody's, asked while they are held. */
export type IsStillThere = (transaction: Db) => Promise<boolean>;

/**
 * Uses up a code by `take`, as one of the `tries` that somebody has: a wrong code is counted, and a right
 * one answers the try that is to be ended with what it opens. Null for a wrong one. Throws TooMany.
 */
export async function tryCode(
  services: Services,
  tries: Tries,
  owner: Owner,
  { address, device, agent }: From,
  take: () => Promise<IsStillThere | null>,
): Promise<{ attempt: Try; isStillThere: IsStillThere } | null> {
  const { db } = services;
  const network = networkOf(address);
  const attempt = await tries.begin({ account: owner.emailKey, network, device });
  const refused = { action: 'code.refused', actorId: owner.id, address } as const;
  if (attempt.wait > 0) {
    if (attempt.isFirst) {
      await audit(db, { ...refused, detail: 'held back' });
      if (await tries.isAccountFull(attempt)) {
        await tellOfTries(services, owner, { tried: 'code', occasion: occasionOf({ agent }) });
      }
    }
    throw new TooMany(attempt.wait);
  }
  try {
    const isStillThere = await take();
    if (isStillThere) return { attempt, isStillThere };
  } catch (error) {
    await tries.takeBack(attempt).catch(() => {});
    throw error;
  }
  await tries.fail(attempt);
  await audit(db, refused);
  return null;
}

/** Uses up a code of one of somebody's authenticator apps. Null for a wrong one, and for a used one. */
export async function takeAppCode(
  { db, env }: Services,
  userId: string,
  typed: string,
): Promise<IsStillThere | null> {
  const code = typed.replaceAll(/[\s-]/g, '');
  if (!/^\d{6}$/.test(code)) return null;
  for (const { id, secret: closed } of await findApps(db, userId)) {
    const secret = boxOf(env).open(closed, id);
    const step = secret && (await stepOf(secret, code));
    if (step && (await takeStep(db, id, step))) return (held) => existsApp(held, userId, id);
  }
  return null;
}

/**
 * Uses up one of somebody's recovery codes, and tells them. Null for a wrong one, and for a used one.
 */
export async function takeRecoveryCode(
  services: Services,
  owner: Owner & { updatedAt: Date },
  typed: string,
  { address, agent }: { address: string; agent: string | undefined },
): Promise<IsStillThere | null> {
  const { db } = services;
  const read = readRecoveryCode(typed);
  const found = read && (await findCode(db, owner.id, read.lookup));
  if (!found || !(await recoveryCodeMatches(read.code, found.codeHash))) return null;
  const isTaken = await db.transaction(async (transaction: Db) => {
    if (!(await takeCode(transaction, found.id))) return false;
    const left = await countCodes(transaction, owner.id);
    await audit(transaction, { action: 'recovery-code.used', actorId: owner.id, address });
    await tellOfRecoveryCode(services, transaction, owner, left, occasionOf({ agent }));
    return true;
  });
  if (!isTaken) return null;
  return async (held) =>
    (await hasSecondFactor(held, owner.id)) && isOfCodes(held, owner, found.createdAt);
}
