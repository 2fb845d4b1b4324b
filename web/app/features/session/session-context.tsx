import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onCredentialsChange, onCredentialsRefused } from '../../lib/credentials.ts';
import {
  dropDeadSession,
  endLeaving,
  loading,
  readSession,
  type Session,
} from './session-store.ts';

const SessionContext = createContext<Session>(loading);

/** The longest wait a timer can hold. */
const longestTimer = 2 ** 31 - 1;

/** Keeps the session of this tab in step with storage, other tabs, time, and the server's 401. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(onCredentialsChange, readSession, () => loading);
  const navigate = useNavigate();
  const location = useLocation();
  const expiresAt = session.status === 'authenticated' ? session.expiresAt : undefined;

  useEffect(() => {
    dropDeadSession();
    // A sleeping laptop misses its timer; the look on waking does not.
    document.addEventListener('visibilitychange', dropDeadSession);
    return () => document.removeEventListener('visibilitychange', dropDeadSession);
  }, []);

  useEffect(() => {
    if (location.pathname === '/') endLeaving();
  }, [location]);

  useEffect(() => {
    // What the public pages show of the session is chosen by the style sheet; see `early`.
    if (session.status === 'loading') return;
    const signedIn = session.status === 'authenticated';
    document.documentElement.toggleAttribute('data-signed-in', signedIn);
  }, [session.status]);

  useEffect(() => {
    if (expiresAt === undefined) return;
    // A moment late rather than early: the token must have expired when the timer looks.
    const wait = Math.min(expiresAt - Date.now() + 50, longestTimer);
    const timer = setTimeout(dropDeadSession, wait);
    return () => clearTimeout(timer);
  }, [expiresAt]);

  useEffect(
    () =>
      onCredentialsRefused(() => {
        if (location.pathname === '/login') return;
        navigate('/login', { replace: true, state: { from: location } });
      }),
    [location, navigate],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is here now. */
export function useSession(): Session {
  return use(SessionContext);
}
