import { createSecretKey } from 'node:crypto';
import type { Role } from 'contract/accounts';
import { jwtVerify, SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { deleteSession, findLiveSession, insertSession, type UserRow } from './repository.ts';

/** Who makes a request, with the role the database holds now. */
export interface SignedIn {
  id: string;
  role: Role;
  sessionId: string;
}

export interface SessionService {
  /** Opens a session and answers its token. */
  open(db: Db, user: UserRow): Promise<string>;
  /** Finds who holds a token; null for one that is forged, expired or revoked. */
  find(token: string): Promise<SignedIn | null>;
  /** Makes a session's token worthless in every process at once. */
  end(sessionId: string): Promise<void>;
}

const algorithm = 'HS256';
const issuer = 'accounts';
const audience = 'site';
const type = 'JWT';

/**
 * Tokens for the browser's storage, each backed by a row: the token proves who, the row says
 * whether it still counts (quality line 6).
 */
export function createSessions(
  db: Db,
  settings: { secret: string; hours: number },
): SessionService {
  const key = createSecretKey(Buffer.from(settings.secret, 'base64url'));

  return {
    async open(transaction, user) {
      const id = uuid();
      const expiresAt = new Date(Date.now() + settings.hours * 3_600_000);
      await insertSession(transaction, { id, userId: user.id, expiresAt });
      return new SignJWT({
        userId: user.id,
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        role: user.role,
      })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setJti(id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key);
    },

    async find(token) {
      const sessionId = await readToken(token);
      if (!sessionId) return null;
      const session = await findLiveSession(db, sessionId);
      return session ? { id: session.userId, role: session.role, sessionId } : null;
    },

    end: (sessionId) => deleteSession(db, sessionId),
  };

  async function readToken(token: string): Promise<string | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer,
        audience,
        typ: type,
        clockTolerance: 5,
        requiredClaims: ['exp', 'jti'],
      });
      return payload.jti ?? null;
    } catch {
      return null;
    }
  }
}
