import type { SessionUser } from 'contract/accounts';
import {
  clearCredentials,
  onCredentialsChange,
  readToken,
  readUserText,
} from '../../lib/credentials.ts';
import { parseJson } from '../../lib/storage.ts';
import { readClaims, userOf } from './token.ts';

/** Who is here (product A37). */
export type Session =
  | { status: 'loading' }
  | { status: 'unauthenticated' }
  | { status: 'authenticated'; user: SessionUser; expiresAt: number };

export const loading: Session = { status: 'loading' };
const unauthenticated: Session = { status: 'unauthenticated' };

/** The longest wait a timer can hold. */
const longestTimer = 2 ** 31 - 1;

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

/**
 * Calls the listener whenever the session may have begun, changed or ended: here, in another tab,
 * by time, or while the page slept, waited in the browser's cache or was prepared ahead. A token
 * that is malformed or has expired is cleared, and the user with it. Returns the way out.
 */
export function watchSession(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tend = () => {
    if (readToken() !== null && readSession().status === 'unauthenticated') clearCredentials();
    clearTimeout(timer);
    const session = readSession();
    if (session.status !== 'authenticated') return;
    // A moment late rather than early: the token must have expired when the timer rings.
    timer = setTimeout(checkSession, Math.min(session.expiresAt - Date.now() + 50, longestTimer));
  };
  const checkSession = () => {
    tend();
    listener();
  };
  tend();
  const events = new AbortController();
  const { signal } = events;
  // A sleeping laptop misses its timer; the check on waking does not.
  document.addEventListener('visibilitychange', checkSession, { signal });
  document.addEventListener('prerenderingchange', checkSession, { signal });
  addEventListener('pageshow', checkSession, { signal });
  const leave = onCredentialsChange(checkSession);
  return () => {
    clearTimeout(timer);
    events.abort();
    leave();
  };
}

function sessionOf(token: string, userText: string | null): Session {
  const claims = readClaims(token);
  if (!claims) return unauthenticated;
  const user = userOf(claims, parseJson(userText));
  return { status: 'authenticated', user, expiresAt: claims.exp * 1000 };
}
