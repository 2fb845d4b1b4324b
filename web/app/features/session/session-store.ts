import type { SessionUser } from 'contract/accounts';
import { clearCredentials, readToken, readUserText } from '../../lib/credentials.ts';
import { parseJson } from '../../lib/storage.ts';
import { readClaims, userOf } from './token.ts';

/** Who is here (product A37). */
export type Session =
  | { status: 'loading' }
  | { status: 'unauthenticated' }
  | { status: 'authenticated'; user: SessionUser; expiresAt: number };

export const loading: Session = { status: 'loading' };
const unauthenticated: Session = { status: 'unauthenticated' };

let last: { token: string; userText: string | null; session: Session } | undefined;

/**
 * The session that storage holds at a moment (milliseconds since 1970). The same storage gives the
 * same object, so that React sees no change where there is none.
 */
export function readSession(now = Date.now()): Session {
  const token = readToken();
  if (token === null) return unauthenticated;
  const userText = readUserText();
  if (last?.token !== token || last.userText !== userText) {
    last = { token, userText, session: sessionOf(token, userText) };
  }
  const { session } = last;
  return session.status === 'authenticated' && session.expiresAt <= now ? unauthenticated : session;
}

/** Clears a token that is malformed or has expired, and the user with it. */
export function dropDeadSession(): void {
  if (readToken() !== null && readSession().status === 'unauthenticated') clearCredentials();
}

let leaving = false;

/** Ends the session because somebody here wishes so: they are on their way home. */
export function leave(): void {
  leaving = true;
  clearCredentials();
}

/** Whether somebody who has signed out is not home yet. */
export const isLeaving = (): boolean => leaving;

/** Whoever was leaving is home. */
export function endLeaving(): void {
  leaving = false;
}

function sessionOf(token: string, userText: string | null): Session {
  const claims = readClaims(token);
  if (!claims) return unauthenticated;
  const user = userOf(claims, parseJson(userText));
  return { status: 'authenticated', user, expiresAt: claims.exp * 1000 };
}
