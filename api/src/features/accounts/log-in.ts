import type { FactorMethod, HalfSignedIn, loginBody, SignedInAnswer } from 'contract/accounts';
import type { z } from 'zod';
import { TooMany, Unauthorised } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { halfSignIn } from '../second-factors/half-sign-in.ts';
import { logInsOf } from './device.ts';
import { deviceWords } from './device-words.ts';
import type { Login } from './login-repository.ts';
import { needsFactor } from './needed-factor.ts';
import { tellOfNewDevice, tellOfTries } from './notices.ts';
import { occasionOf } from './occasion.ts';
import { passwordMatches } from './password.ts';
import { presentSessionUser } from './present.ts';
import type { From } from './service.ts';

/**
 * Opens a session. Throws the same Unauthorised, after the same work, for an unknown e-mail, a wrong
 * password and an inactive account, and TooMany after too many of them, or of log-ins. What fails in
 * another way, or is given up by its caller, counts as no try. Answers the mark of the device, too.
 * `agent` is what the browser says of itself. Whoever has a second factor gets no session, but what
 * completes the login with it (product A502).
 */
export async function logIn(
  services: Services,
  { email, password, device }: z.output<typeof loginBody>,
  { address, signal, agent }: From & { agent: string | undefined },
): Promise<SignedInAnswer | HalfSignedIn> {
  const { db, env, tries, sessions, devices, limits } = services;
  const network = networkOf(address);
  const login = { email, network, device: devices.read(device) };
  const { attempt, found, isKnown } = await tries.beginLogin(login);
  // However it was typed: by it the entry is found for its owner's copy, and goes with the account.
  const target = found?.user.email ?? email;
  if (attempt.wait > 0) {
    // The others of the same quarter of an hour say no more.
    if (attempt.isFirst) {
      await audit(db, { action: 'login.limited', target, address });
      if (found?.user.isActive && (await tries.isAccountFull(attempt))) {
        await tellOfTries(services, found.user, {
          tried: isKnown ? 'device' : 'login',
          occasion: occasionOf({ agent }),
        });
      }
    }
    throw new TooMany(attempt.wait);
  }
  try {
    const matches = await passwordMatches(password, found?.user.passwordHash, { network, signal });
    const isAllowed = found && matches && found.user.isActive;
    const methods = isAllowed ? methodsOf(found) : [];
    if (isAllowed && methods.length > 0) {
      await tries.succeed(attempt);
      return halfSignIn(env.JWT_SECRET, found.user, methods);
    }
    const token = isAllowed
      ? await sessions.open(found.user, {
          ...{ address, attempt, device: deviceWords(agent) },
          factor: 'password',
          counted: limits.logIns.counted(logInsOf(found.user, isKnown)),
        })
      : null;
    if (found && token) {
      if (!isKnown) await tellOfNewDevice(services, found.user, occasionOf({ agent }));
      // Whoever has one gets no further here.
      const lacksFactor = needsFactor(env, found.user);
      const user = presentSessionUser(found.user, found.mayUseAny, lacksFactor);
      return { token, user, device: devices.markFor(found.user, device) };
    }
  } catch (error) {
    // Where that fails, too, the try lapses by itself.
    await tries.takeBack(attempt).catch(() => {});
    throw error;
  }
  await tries.fail(attempt);
  await audit(db, { action: 'login.refused', target, address });
  throw new Unauthorised();
}

/** What somebody's second step can be; none where the password is enough. */
function methodsOf({ hasApp, hasPasskey, hasRecoveryCode }: Login): FactorMethod[] {
  const factors = [
    ...(hasApp ? ['totp' as const] : []),
    ...(hasPasskey ? ['passkey' as const] : []),
  ];
  return factors.length > 0 && hasRecoveryCode ? [...factors, 'recovery_code'] : factors;
}
