import type { SignedInAnswer } from 'contract/accounts';
import { messages } from 'contract/messages';
import type { loginPasskey } from 'contract/passkeys';
import type { z } from 'zod';
import { CodeRefused } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { deviceWords } from '../accounts/device-words.ts';
import { presentSessionUser } from '../accounts/present.ts';
import { findAccount } from '../accounts/service.ts';
import { audit } from '../audit/service.ts';
import { holdsSubscription } from '../billing/subscriptions/service.ts';
import { challengeMs, newChallenge, takeChallenge } from './challenge.ts';
import { isSamePassword, readHalf } from './half-sign-in.ts';
import { describe, siteOf } from './passkeys.ts';
import {
  findPasskey,
  findPasskeys,
  notePasskeyUse,
  type PasskeyRow,
} from './passkeys-repository.ts';

/**
 * What a browser needs to log in with a passkey: any that it has for this site or, with the token of a
 * login whose second step is to come, one of that person. Throws CodeRefused for such a token that is over.
 */
export async function startPasskeyLogIn(services: Services, half: string | undefined) {
  const { db, env } = services;
  const userId = half === undefined ? null : await holderOf(services, half);
  const { challenge, token } = newChallenge(services, 'login', userId);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: siteOf(env).rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeMs,
    userVerification: 'required',
    ...(userId && { allowCredentials: (await findPasskeys(db, userId)).map(describe) }),
  });
  return { token, options };
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
 * steps in one: something one has, and a finger, face or PIN. Throws CodeRefused for anything else.
 */
export async function logInByPasskey(
  services: Services,
  { token, credential, device }: z.output<typeof loginPasskey.body>,
  { address, agent }: { address: string; agent: string | undefined },
): Promise<SignedInAnswer> {
  const { db, sessions, devices } = services;
  const refused = () => new CodeRefused('credential', messages.passkeyRefused);
  const challenge = await takeChallenge(services, token, 'login');
  const passkey = challenge && (await findPasskey(db, credential.id));
  if (!passkey || (challenge.userId ?? passkey.userId) !== passkey.userId) throw refused();
  const user = await findAccount(services, passkey.userId);
  const counter = await counterAfter(services, passkey, challenge.challenge, credential);
  const isGood = counter !== null && (await notePasskeyUse(db, passkey.id, counter));
  if (!isGood) {
    await audit(db, { action: 'code.refused', actorId: user.id, address, detail: 'passkey' });
    throw refused();
  }
  const opened = user.isActive
    ? await sessions.open(user, { address, device: deviceWords(agent) })
    : null;
  if (!opened) throw refused();
  return {
    token: opened,
    user: presentSessionUser(user, await holdsSubscription(db, user.id)),
    device: devices.markFor(user.id, device),
  };
}

/** The authenticator's counter, if it signed the challenge for this site and verified its user. */
async function counterAfter(
  { env }: Services,
  { credentialId, publicKey, counter, transports }: PasskeyRow,
  challenge: string,
  response: object,
): Promise<number | null> {
  const { rpID, origin } = siteOf(env);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        ...{ id: credentialId, counter, transports },
        publicKey: Uint8Array.from(publicKey),
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
