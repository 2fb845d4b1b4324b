import type { Env } from '../../env.ts';
import type { Services } from '../../services.ts';
import { auditRepeatable } from '../audit/service.ts';
import { challengeMs, newChallenge, takeChallenge } from './challenge.ts';
import { describe, siteOf } from './passkeys.ts';
import {
  findPasskey,
  findPasskeys,
  notePasskeyUse,
  type PasskeyRow,
} from './passkeys-repository.ts';

/** What a browser needs to use a passkey: one of this person, or any that it has for this site. */
export async function askForPasskey(
  services: Services,
  purpose: 'login' | 'proof',
  userId: string | null,
) {
  const { db, env } = services;
  const { challenge, token } = newChallenge(services, purpose, userId);
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

/**
 * The passkey that has signed the challenge, whose owner was verified by it; the challenge is used up. Null
 * for anything else, and for a passkey of somebody else than the challenge was made for.
 */
export async function usePasskey(
  services: Services,
  purpose: 'login' | 'proof',
  { token, credential }: { token: string; credential: { id: string } },
  address: string,
): Promise<PasskeyRow | null> {
  const { db } = services;
  const challenge = await takeChallenge(services, token, purpose);
  const passkey = challenge && (await findPasskey(db, credential.id));
  if (!passkey || (challenge.userId ?? passkey.userId) !== passkey.userId) return null;
  const { userId } = passkey;
  const counter = await counterAfter(services.env, passkey, challenge.challenge, credential);
  if (counter !== null && (await notePasskeyUse(db, passkey.id, counter))) return passkey;
  // Challenges cost nothing, and the id of a passkey is no secret: each try would be an entry.
  const refused = { action: 'code.refused', actorId: userId, address, detail: 'passkey' } as const;
  await auditRepeatable(services, refused);
  return null;
}

/** The authenticator's counter, if it signed the challenge for this site and verified its user. */
export async function counterAfter(
  env: Pick<Env, 'APP_URL'>,
  {
    credentialId,
    publicKey,
    counter,
    transports,
  }: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>,
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
