import { brand } from 'contract/brand';
import * as messages from 'contract/messages';
import type { confirmPasskey as confirmation } from 'contract/passkeys';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Db } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import { Conflict, Gone, Invalid } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { findAccount } from '../accounts/service.ts';
import { challengeMs, newChallenge, takeChallenge } from './challenge.ts';
import {
  databaseNow,
  findPasskeys,
  insertPasskey,
  type PasskeyRow,
} from './passkeys-repository.ts';
import { type Owner, withNewCodes } from './service.ts';

/*
 * WebAuthn. The package is loaded when the first passkey is made or used: it brings what reads
 * certificates, and most processes need none of it for long.
 */
const webauthn = () => import('@simplewebauthn/server');

/** A phone, a computer at work, one at home, a security key, and some to spare. */
const mostPasskeys = 10;

/** Whom passkeys are made for: the site's host name. */
export const siteOf = ({ APP_URL }: Pick<Env, 'APP_URL'>) => ({
  rpID: new URL(APP_URL).hostname,
  origin: APP_URL,
});

/** What a browser needs to make a passkey. Throws TooMany, and Conflict for somebody who has many. */
export async function startPasskey(services: Services, userId: string) {
  const { db, env, limits } = services;
  await limits.setUp.take(userId);
  const user = await findAccount(services, userId);
  const there = await refuseMany(db, userId);
  const since = await databaseNow(db);
  const { challenge, token } = newChallenge(services, 'set-up', userId, since);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: brand.company,
    rpID: siteOf(env).rpID,
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`,
    userID: new TextEncoder().encode(userId),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: there.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { token, options };
}

/**
 * Keeps a passkey that a browser has made for this site and this person, who was verified by it. Answers
 * recovery codes where there were none. Throws Gone for a challenge that is over or older than the
 * login, Invalid for what is none of that, Conflict for one that is kept already and for somebody who
 * has many by now.
 */
export async function confirmPasskey(
  services: Services,
  owner: Owner,
  { token, credential }: z.output<typeof confirmation.body>,
): Promise<string[]> {
  const challenge = await takeChallenge(services, token, 'set-up');
  if (challenge?.userId !== owner.id) throw new Gone(messages.setUpOver);
  const { rpID, origin } = siteOf(services.env);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw new Invalid({ credential: messages.passkeyRefused });
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return withNewCodes(services, owner, async (transaction, began) => {
    // Whatever voids a set-up ends all logins: one that goes on since before it shows that there was nothing.
    if (began.getTime() > (challenge.since ?? 0)) throw new Gone(messages.setUpOver);
    await refuseMany(transaction, owner.id);
    const passkey = { id: uuid(), userId: owner.id, credentialId: id, publicKey, counter };
    const isNew = await insertPasskey(transaction, { ...passkey, transports });
    if (!isNew) throw new Conflict(messages.passkeyKept);
    return 'passkey-added';
  });
}

/** The passkeys of somebody who may have another one. Throws Conflict. */
async function refuseMany(db: Db, userId: string): Promise<PasskeyRow[]> {
  const there = await findPasskeys(db, userId);
  if (there.length >= mostPasskeys) throw new Conflict(messages.manyPasskeys);
  return there;
}

/** A passkey as a browser is told of it. */
export function describe({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports };
}
