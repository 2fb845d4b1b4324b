import type { SignedInAnswer } from 'contract/accounts';
import * as messages from 'contract/messages';
import type { loginSecondFactor } from 'contract/second-factors';
import type { z } from 'zod';
import { CodeRefused, NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { deviceWords } from '../accounts/device-words.ts';
import { tellOfNewDevice } from '../accounts/notices.ts';
import { occasionOf } from '../accounts/occasion.ts';
import { presentSessionUser } from '../accounts/present.ts';
import { findAccount } from '../accounts/service.ts';
import { mayUseAny } from '../products/access.ts';
import { isSamePassword, readHalf } from './half-sign-in.ts';
import { takeAppCode, takeRecoveryCode, tryCode } from './try-code.ts';

/**
 * Completes a login by a code of an authenticator app or a recovery code, and opens a session. Throws
 * CodeRefused for a wrong or used code, for a login that is too old, was completed already, or was
 * overtaken by a new password, a deactivation, a deletion or the end of that factor; TooMany after too many codes.
 */
export async function completeLogIn(
  services: Services,
  { token, code, device }: z.output<typeof loginSecondFactor.body>,
  { address, agent }: { address: string; agent: string | undefined },
): Promise<SignedInAnswer> {
  const { db, env, sessions, devices, limits, codeTries, recoveryTries } = services;
  const over = () => new CodeRefused('token', messages.secondStepOver);
  const half = readHalf(env.JWT_SECRET, token);
  if (!half) throw over();
  const user = await findAccount(services, half.userId).catch((error) => {
    throw error instanceof NotFound ? over() : error;
  });
  if (!user.isActive || !isSamePassword(half, user)) throw over();
  const isAppCode = /^[\d\s-]{6,8}$/.test(code);
  const tries = isAppCode ? codeTries : recoveryTries;
  const known = devices.knownTo(user, device);
  const from = { address, device: known, agent };
  const taken = await tryCode(services, tries, user, from, () =>
    isAppCode
      ? takeAppCode(services, user.id, code)
      : takeRecoveryCode(services, user, code, { address, agent }),
  );
  if (!taken) throw new CodeRefused('code', messages.codeWrong);
  const { attempt, isStillThere } = taken;
  const isFirst = await limits.halfSignIn.allows(half.id);
  const opened = isFirst
    ? await sessions.open(user, {
        ...{ address, attempt, device: deviceWords(agent) },
        factor: isAppCode ? 'app' : 'recovery code',
        isStillThere,
      })
    : null;
  if (!opened) {
    await tries.takeBack(attempt);
    throw over();
  }
  if (known === null) await tellOfNewDevice(services, user, occasionOf({ agent }));
  return {
    token: opened,
    user: presentSessionUser(user, await mayUseAny(db, user.id)),
    device: devices.markFor(user, device),
  };
}
