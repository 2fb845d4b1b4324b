import type { SignedInAnswer } from 'contract/accounts';
import * as messages from 'contract/messages';
import type { loginPasskey } from 'contract/passkeys';
import type { z } from 'zod';
import { CodeRefused } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { logInsOf } from '../accounts/device.ts';
import { deviceWords } from '../accounts/device-words.ts';
import { tellOfNewDevice } from '../accounts/notices.ts';
import { occasionOf } from '../accounts/occasion.ts';
import { presentSessionUser } from '../accounts/present.ts';
import { findAccount } from '../accounts/service.ts';
import { mayUseAny } from '../products/access.ts';
import { isSamePassword, readHalf } from './half-sign-in.ts';
import { existsPasskey } from './passkeys-repository.ts';
import { askForPasskey, usePasskey } from './use-passkey.ts';

/**
 * What a browser needs to log in with a passkey: any that it has for this site or, with the token of a
 * login whose second step is to come, one of that person. Throws CodeRefused for such a token that is over.
 */
export async function startPasskeyLogIn(services: Services, half: string | undefined) {
  const userId = half === undefined ? null : await holderOf(services, half);
  return askForPasskey(services, 'login', userId);
}

async function holderOf(services: Services, token: string): Promise<string> {
  const half = readHalf(services.env.JWT_SECRET, token);
  const user = half && (await findAccount(services, half.userId).catch(() => null));
  if (!half || !user?.isActive || !isSamePassword(half, user)) {
    throw new CodeRefused('token', messages.secondStepOver);
  }
  return user.id;
}

/**
 * Opens a session for whoever's passkey has signed the challenge, who was verified by it. It is both
 * steps in one: something one has, and a finger, face or PIN. Throws CodeRefused for anything else,
 * and TooMany after too many log-ins.
 */
export async function logInByPasskey(
  services: Services,
  { token, credential, device }: z.output<typeof loginPasskey.body>,
  { address, agent }: { address: string; agent: string | undefined },
): Promise<SignedInAnswer> {
  const { db, sessions, devices, limits } = services;
  const refused = () => new CodeRefused('credential', messages.passkeyRefused);
  const used = await usePasskey(services, 'login', { token, credential }, address);
  if (!used) throw refused();
  const { userId } = used;
  const user = await findAccount(services, userId);
  const isKnown = devices.knownTo(user, device) !== null;
  await limits.logIns.take(logInsOf(user, isKnown));
  const opened = user.isActive
    ? await sessions.open(user, {
        ...{ address, device: deviceWords(agent) },
        factor: 'passkey',
        isStillThere: (held) => existsPasskey(held, userId, used.id),
      })
    : null;
  if (!opened) throw refused();
  if (!isKnown) await tellOfNewDevice(services, user, occasionOf({ agent }));
  return {
    token: opened,
    user: presentSessionUser(user, await mayUseAny(db, user.id)),
    device: devices.markFor(user, device),
  };
}
