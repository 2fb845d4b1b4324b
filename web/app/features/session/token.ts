import type { Role, SessionUser } from 'contract/accounts';
import { parseJson } from '../../lib/storage.ts';

/** The claims of the token that the client reads (product A46). */
export interface TokenClaims {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** Seconds since 1970. */
  exp: number;
}

/** Reads the claims of a JWT without checking its signature, which is the server's task. Null if malformed. */
export function readClaims(token: string): TokenClaims | null {
  const payload = token.split('.')[1];
  if (!payload) return null;
  const claims = parseJson(fromBase64Url(payload)) as Partial<TokenClaims> | null;
  if (typeof claims !== 'object' || claims === null) return null;
  const { userId, email, firstName, lastName, role, exp } = claims;
  const texts = [userId, email, firstName, lastName].every((text) => typeof text === 'string');
  const knownRole = role === 'admin' || role === 'user';
  return texts && knownRole && typeof exp === 'number' && Number.isFinite(exp)
    ? (claims as TokenClaims)
    : null;
}

/** The user of a session: what was stored if it belongs to the token, else what the token says. */
export function userOf(claims: TokenClaims, stored: unknown): SessionUser {
  const fromToken: SessionUser = {
    id: claims.userId,
    email: claims.email,
    first_name: claims.firstName,
    last_name: claims.lastName,
    role: claims.role,
    is_active: true,
    created_at: '',
    updated_at: '',
    hasActiveSubscription: false,
    // Not known: nobody is asked to confirm what they may have confirmed.
    email_verified: true,
  };
  const user = stored as Partial<SessionUser> | null;
  const usable =
    typeof user === 'object' &&
    user !== null &&
    user.id === claims.userId &&
    typeof user.first_name === 'string' &&
    typeof user.last_name === 'string' &&
    typeof user.email === 'string' &&
    (user.role === 'admin' || user.role === 'user');
  return usable ? { ...fromToken, ...user } : fromToken;
}

function fromBase64Url(text: string): string | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
