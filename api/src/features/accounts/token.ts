import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { UserRow } from './repository.ts';

const algorithm = 'HS256';
const issuer = 'accounts';
const audience = 'site';
const type = 'JWT';
/** Seconds by which clocks may differ. */
const skew = 5;
const remembered = 10_000;

export interface Tokens {
  sign(user: UserRow, sessionId: string, expiresAt: Date): Promise<string>;
  /** The session a token was given out for; null for one that is forged or expired. */
  read(token: string): Promise<string | null>;
}

/** Signs and reads the tokens of sessions. `secret` is base64url, 256 bits or more. */
export function createTokens(secret: string): Tokens {
  // Made once: from the bytes, it would be made anew for every signature.
  const key = createSecretKey(Buffer.from(secret, 'base64url')).toCryptoKey(
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  // Whether a signature is right never changes, so it is checked once for each token. Whether the
  // session still counts is asked of the database every time.
  const read = new Map<string, { sessionId: string; expiresAt: number }>();

  return {
    sign: (user, sessionId, expiresAt) =>
      new SignJWT({
        userId: user.id,
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        role: user.role,
      })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setJti(sessionId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),

    async read(token) {
      const known = read.get(token);
      if (known) return known.expiresAt + skew > Date.now() / 1000 ? known.sessionId : null;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          clockTolerance: skew,
          requiredClaims: ['exp', 'jti'],
        });
        const { jti, exp } = payload;
        if (jti === undefined || exp === undefined) return null;
        if (read.size >= remembered) read.clear();
        read.set(token, { sessionId: jti, expiresAt: exp });
        return jti;
      } catch {
        return null;
      }
    },
  };
}
