import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { signed } from '../../http/signed.ts';
import type { Services } from '../../services.ts';

/** What an authenticator is to sign, and whose answer counts. */
interface Challenge {
  id: string;
  challenge: string;
  purpose: 'set-up' | 'login' | 'proof';
  /** The one whose passkey it has to be; null where the passkey says who. */
  userId: string | null;
  /** Since when a passkey is set up, by the database's clock; a login since then may follow a reset. */
  since: number | null;
}

/** As long as a browser's dialog waits. */
export const challengeMs = 5 * 60_000;

const challenges = (secret: string) => signed<Challenge>(secret, 'passkey', challengeMs);

/** Makes a challenge, with the text by which it comes back. */
export function newChallenge(
  { env }: Pick<Services, 'env'>,
  purpose: Challenge['purpose'],
  userId: string | null,
  since: number | null = null,
): { challenge: string; token: string } {
  const challenge = randomBytes(32).toString('base64url');
  const content = { id: uuid(), challenge, purpose, userId, since };
  const token = challenges(env.JWT_SECRET).write(content);
  return { challenge, token };
}

/** A challenge that comes back, once; null for one that is forged, old, used or for something else. */
export async function takeChallenge(
  { env, limits }: Pick<Services, 'env' | 'limits'>,
  token: string,
  purpose: Challenge['purpose'],
): Promise<Challenge | null> {
  const challenge = challenges(env.JWT_SECRET).read(token);
  if (challenge?.purpose !== purpose) return null;
  return (await limits.challenge.allows(challenge.id)) ? challenge : null;
}
